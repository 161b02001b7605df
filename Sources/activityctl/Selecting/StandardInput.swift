// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityInterface
import CGIO
import Glibc
import Host

/// Text on standard input as an item.
enum StandardInput {
    /// - Throws: `Failure` where it is no text, or more than one call can carry.
    static func representation() throws -> Representation {
        let bytes = try read()
        let type = guess(bytes)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw Failure(
                "Standard input is not text (\(type)).", next: "Save it as a file, and give the file's name.")
        }
        return Selection.representation(text: text, type: type)
    }

    private static func read() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(STDIN_FILENO, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Failure("Standard input cannot be read: \(ErrorText.of()).")
            }
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
            guard bytes.count < DaemonClient.maximumFrame else {
                throw Failure(
                    "Standard input is larger than 1 MiB.",
                    next: "Save it as a file, and give the file's name.")
            }
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
