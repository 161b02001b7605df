// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What `tools/sanitize` tells sanitizers, which programs of the tests are to hear as well.
enum Sanitizer {
    /// Variables of the environment; none in an ordinary run.
    static let variables: [String: String] = {
        var found: [String: String] = [:]
        for name in ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"] {
            if let value = getenv(name) { found[name] = String(cString: value) }
        }
        return found
    }()
}

extension [String: String] {
    /// With what sanitizers are told.
    var sanitized: [String: String] { merging(Sanitizer.variables) { own, _ in own } }
}
