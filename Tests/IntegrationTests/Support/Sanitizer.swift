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

    /// The same without leak detection, which uses ptrace(2): the shipped unit's filter forbids it, and so
    /// does the kernel to a process that has changed its user.
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
