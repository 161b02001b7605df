// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import CGIO
import Glibc

/// Text on standard input as an item.
package enum StandardInput {
    /// - Parameter limit: in bytes.
    /// - Throws: where it is no text, or longer than that.
    package static func representation(limit: Int) throws(SelectionError) -> Representation {
        let bytes = try read(limit)
        let type = guess(bytes)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw .inputIsNoText(type: type)
        }
        return Representation(text: text, type: type)
    }

    private static func read(_ limit: Int) throws(SelectionError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .inputUnreadable(code: errno) }
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count < limit else { throw .inputTooLarge(limit: limit) }
        }
    }

    /// What looks like nothing is plain text: that it is text at all, the caller finds out.
    private static func guess(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty, let guess = g_content_type_guess(nil, bytes, gsize(bytes.count), nil) else {
            return "text/plain"
        }
        defer { g_free(guess) }
        let type = String(cString: guess)
        return type == "application/octet-stream" && !bytes.contains(0) ? "text/plain" : type
    }
}
