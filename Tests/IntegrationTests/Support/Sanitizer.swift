// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

/// Options that `tools/sanitize` gives sanitizers in the programs that the tests start.
enum Sanitizer {
    /// Variables of the environment; none in an ordinary run.
    static let variables: [String: String] = {
        var found: [String: String] = [:]
        for name in ["TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"] {
            if let value = getenv("PROGRAMS_" + name) { found[name] = String(cString: value) }
        }
        return found
    }()
}

extension [String: String] {
    /// The environment with the sanitizers' options.
    var sanitized: [String: String] { merging(Sanitizer.variables) { own, _ in own } }

    /// The same, but for leaks. They are looked for by ptrace(2), which the shipped unit's filter forbids, and
    /// the kernel to who has become another user.
    var sanitizedWithoutLeaks: [String: String] {
        var variables = sanitized
        if let told = variables["ASAN_OPTIONS"] { variables["ASAN_OPTIONS"] = told + ":detect_leaks=0" }
        return variables
    }
}

extension DeadMount {
    static let isPossible = isAllowed && Sanitizer.variables["ASAN_OPTIONS"] == nil
    static let whyNot: Comment =
        "To mount takes root and /dev/fuse; AddressSanitizer's search for leaks waits for the thread that hangs."
}
