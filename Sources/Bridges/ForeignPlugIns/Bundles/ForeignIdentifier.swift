// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

package enum ForeignIdentifier {
    /// Returns `<prefix>.<name>.<name>`, with bytes that a label cannot contain, and `_` itself, as `_XX`. An
    /// identifier that is too long is cut, and ends in a digest. The result is the same in each run, and
    /// differs for different names.
    package static func make(_ prefix: String, _ names: [String]) -> String {
        let identifier = ([prefix] + names.map(label)).joined(separator: ".")
        guard identifier.utf8.count > Identifier.maximumBytes else { return identifier }
        let ending = "_" + SHA256.digest(of: Array(identifier.utf8)).prefix(8).map(hexadecimal).joined()
        let head = identifier.utf8.prefix(Identifier.maximumBytes - ending.utf8.count)
        var text = String(decoding: head, as: UTF8.self)
        while text.hasSuffix(".") { text.removeLast() }
        return text + ending
    }

    private static func label(_ name: String) -> String {
        guard !name.isEmpty else { return "_" }
        var label = ""
        for (index, byte) in name.utf8.enumerated() {
            let isDigitOrHyphen = byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "-")
            if (byte | 0x20) &- UInt8(ascii: "a") < 26 || isDigitOrHyphen && index > 0 {
                label.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                label += "_" + hexadecimal(byte)
            }
        }
        return label
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return byte < 16 ? "0" + digits : digits
    }
}
