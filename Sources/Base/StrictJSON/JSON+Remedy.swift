// SPDX-License-Identifier: Apache-2.0

extension JSONReader {
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// A suggested fix for an error at `offset`, as a sentence; nil for all but the errors that are typical
    /// of editors, and of people used to other languages.
    func remedy(at offset: Int) -> String? {
        let rest = bytes.dropFirst(offset)
        if offset == 0, rest.starts(with: Self.byteOrderMark) {
            return "Save it as UTF-8 without a byte order mark."
        }
        if offset == 0, rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
            return "It is UTF-16: save it as UTF-8."
        }
        guard String(validating: bytes, as: UTF8.self) != nil else { return "Save it as UTF-8." }
        switch rest.first {
        case UInt8(ascii: "/"), UInt8(ascii: "#"): return "JSON has no comments: take it out."
        case UInt8(ascii: ","): return "Take the comma out."
        case UInt8(ascii: "'"): return Self.quotes
        // U+2018 to U+201F.
        case 0xE2 where rest.dropFirst().first == 0x80 && rest.dropFirst(2).first.map { $0 & 0xF8 } == 0x98:
            return Self.quotes
        default: return nil
        }
    }

    private static let quotes = "Write straight double quotation marks: \"."
}
