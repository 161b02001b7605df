// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Content on its way through transforms, with what is said about it.
struct WorkingContent: Sendable {
    var content: Content
    var caption: String?
    var subject: String?

    init(_ content: Content, caption: String?, subject: String?) {
        (self.content, self.caption, self.subject) = (content, caption, subject)
    }
}

/// The result of a Prepare, and what is inside of it.
package struct PreparedContent: Hashable, Sendable {
    package let items: [Item]
    package let caption: String?
    package let subject: String?
    package let inspection: Inspection
}

// MARK: Printed texts

/// The output of a transform that accepts links: a line for each item without a file, and one for each text about the
/// content. Newlines of a text are written \n, and backslashes \\.
struct PrintedTexts {
    private var texts: ArraySlice<String>

    /// - Parameter count: as many lines as there must be.
    init(_ printed: [UInt8], count: Int, by title: String) throws(TransformFault) {
        let ended = printed.last == UInt8(ascii: "\n") ? printed.dropLast() : printed[...]
        let lines =
            printed.isEmpty
            ? [] : ended.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.count == count else {
            throw TransformFault("\(title) printed \(lines.count) of \(count) texts.")
        }
        texts = []
        for line in lines {
            guard let text = Self.text(line) else {
                throw TransformFault("\(title) printed a text that cannot be read.")
            }
            texts.append(text)
        }
    }

    private static func text(_ line: ArraySlice<UInt8>) -> String? {
        var (bytes, isEscaped) = ([UInt8](), false)
        for byte in line {
            switch byte {
            case UInt8(ascii: "\\") where !isEscaped: isEscaped = true
            case UInt8(ascii: "n") where isEscaped:
                bytes.append(UInt8(ascii: "\n"))
                isEscaped = false
            case _ where isEscaped && byte != UInt8(ascii: "\\"): return nil
            default:
                bytes.append(byte)
                isEscaped = false
            }
        }
        guard !isEscaped, !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Takes the next text.
    mutating func next() -> String? { texts.popFirst() }
}
