// SPDX-License-Identifier: Apache-2.0
//
// A caller that needs only parts of a long text walks it without creating values for the rest:
//
//     var reader = JSONReader(bytes: text)
//     if try reader.open("{") {
//         repeat {
//             let name = try reader.name()
//             …
//         } while try reader.another(before: "}")
//     }
//
// The walk still checks that the text is JSON, except for duplicate names in an object: the caller, which
// knows the names, must check those.

extension JSONReader {
    /// Consumes an opening bracket; false if the closing one follows, which is consumed too.
    package mutating func open(_ bracket: UInt8) throws(JSONFault) -> Bool {
        skipBlanks()
        guard next == bracket else { throw fault("another value is expected here") }
        try enter()
        // The code of a closing bracket is that of the opening one plus two, in ASCII.
        guard next == bracket + 2 else { return true }
        leave()
        return false
    }

    /// Consumes a member's name with its colon; nil if the name has escapes or is not ASCII.
    package mutating func name() throws(JSONFault) -> Range<Int>? {
        let name = try plainString()
        skipBlanks()
        guard next == UInt8(ascii: ":") else { throw fault("a colon should follow the name") }
        offset += 1
        skipBlanks()
        return name
    }

    /// Consumes a string; its extent, or nil if it has escapes or is not ASCII.
    package mutating func plainString() throws(JSONFault) -> Range<Int>? {
        guard next == UInt8(ascii: "\"") else { throw fault("a string is expected here") }
        let start = offset + 1
        let end = endOfPlain(from: start)
        guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
            _ = try string()
            return nil
        }
        offset = end + 1
        return start..<end
    }
}
