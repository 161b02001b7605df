// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Arguments as bytes: a file's name need not be UTF-8, and Swift replaces invalid sequences.
package enum RawArgument {
    /// The original bytes of an argument, with a final NUL.
    package static func bytes(of argument: String) -> [CChar] {
        guard argument.unicodeScalars.contains("\u{FFFD}") else { return Array(argument.utf8CString) }
        for index in 0..<Int(CommandLine.argc) {
            guard let raw = CommandLine.unsafeArgv[index] else { continue }
            if String(cString: raw).utf8.elementsEqual(argument.utf8) {
                return Array(UnsafeBufferPointer(start: raw, count: strlen(raw) + 1))
            }
        }
        return Array(argument.utf8CString)
    }
}
