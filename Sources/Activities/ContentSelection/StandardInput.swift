// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import CGIO
import Glibc
import Host

/// Text on standard input as an item.
package enum StandardInput {
    /// - Parameter limit: in bytes.
    /// - Throws: where it is no text, or longer than that.
    package static func representation(limit: Int) throws(SelectionError) -> Representation {
        guard let bytes = Descriptor.read(STDIN_FILENO, limit: limit) else {
            throw .inputUnreadable(code: errno)
        }
        guard bytes.count < limit else { throw .inputTooLarge(limit: limit) }
        let type = guess(bytes)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw .inputIsNoText(type: type)
        }
        return Representation(text: text, type: type)
    }

    /// The MIME type guessed from the bytes. Unrecognised bytes count as plain text; the caller checks
    /// whether they are text at all.
    private static func guess(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty, let guess = g_content_type_guess(nil, bytes, gsize(bytes.count), nil) else {
            return "text/plain"
        }
        defer { g_free(guess) }
        let type = String(cString: guess)
        return type == "application/octet-stream" && !bytes.contains(0) ? "text/plain" : type
    }
}
