// SPDX-License-Identifier: Apache-2.0

/// A scanner for Varlink interface descriptions.
struct InterfaceScanner {
    private let bytes: [UInt8]
    private(set) var offset = 0
    /// Lines of the comment block directly above the next word.
    private var comment: [String] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        skipBlanks()
    }

    var isAtEnd: Bool { offset == bytes.count }

    var documentation: String { comment.joined(separator: "\n") }

    func fault(_ reason: String, at position: Int? = nil) -> InterfaceSyntaxError {
        let before = bytes[..<(position ?? offset)]
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return InterfaceSyntaxError(line: line, column: before.count - lineStart + 1, reason: reason)
    }

    /// Consumes `symbol` if it is next, with the white space and comments after it.
    mutating func consume(_ symbol: StaticString) -> Bool {
        let count = symbol.utf8CodeUnitCount
        guard bytes.count - offset >= count else { return false }
        for index in 0..<count where bytes[offset + index] != symbol.utf8Start[index] { return false }
        offset += count
        skipBlanks()
        return true
    }

    mutating func expect(_ symbol: StaticString) throws(InterfaceSyntaxError) {
        guard consume(symbol) else { throw fault("'\(symbol)' is expected here") }
    }

    /// Consumes a run of letters, digits and `others`, with the white space and comments after it. Returns an
    /// empty string if there is no such run.
    mutating func word(with others: String = "") -> String {
        let start = offset
        while offset < bytes.count, isLetterOrDigit(bytes[offset]) || others.utf8.contains(bytes[offset]) {
            offset += 1
        }
        let word = String(decoding: bytes[start..<offset], as: UTF8.self)
        if !word.isEmpty { skipBlanks() }
        return word
    }

    private mutating func skipBlanks() {
        comment = []
        var isOnNewLine = offset == 0
        var lineIsBlank = isOnNewLine
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "\n"):
                if lineIsBlank { comment = [] }
                (isOnNewLine, lineIsBlank) = (true, true)
                offset += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                offset += 1
            case UInt8(ascii: "#"):
                let line = commentLine()
                if isOnNewLine { comment.append(line) }
                lineIsBlank = false
            default: return
            }
        }
    }

    /// Consumes a comment up to the end of its line. Returns its text without the `#` and surrounding spaces.
    private mutating func commentLine() -> String {
        let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        defer { offset = end }
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
        var line = bytes[(offset + 1)..<end].drop { isBlank($0) }
        while let last = line.last, isBlank(last) { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    byte | 0x20 &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
}
