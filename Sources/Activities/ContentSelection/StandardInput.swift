// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// Text on standard input as an item.
enum StandardInput {
    /// In bytes; a call carries no more.
    private static let limit = 1 << 20

    /// - Throws: where it is no text, or longer than that.
    static func representation() throws(SelectionError) -> Representation {
        guard let bytes = Descriptor.read(STDIN_FILENO, limit: limit) else {
            throw .inputUnreadable(code: errno)
        }
        guard bytes.count < limit else { throw .inputTooLarge(limit: limit) }
        let guess = ContentKind.guess(nil, bytes)
        // Bytes without NUL whose type GIO does not know count as plain text; what is not UTF-8 is refused below.
        let type = guess == ContentKind.unknown && !bytes.contains(0) ? "text/plain" : guess
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw .inputIsNoText(type: type)
        }
        return Representation(text: text, type: type)
    }
}
