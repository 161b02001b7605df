// SPDX-License-Identifier: Apache-2.0
//
// Who wants a few things of a long text goes over it without making values of the rest:
//
//     var reader = JSONReader(bytes: text)
//     if try reader.open("{") {
//         repeat {
//             let name = try reader.name()
//             …
//         } while try reader.another(before: "}")
//     }
//
// The text is held to JSON all the same, but for names that come twice in an object: that is left to
// the caller, which knows the names.

extension JSONReader {
    /// Takes an opening bracket; false where the closing one follows, which is taken too.
    package mutating func open(_ bracket: UInt8) throws(JSONFault) -> Bool {
        skipBlanks()
        guard next == bracket else { throw fault("another value is expected here") }
        try enter()
        // In ASCII both kinds of brackets lie two apart.
        guard next == bracket + 2 else { return true }
        leave()
        return false
    }

    /// Takes a member's name with its colon; nil for one that is not written plainly.
    package mutating func name() throws(JSONFault) -> Range<Int>? {
        let name = try plainString()
        skipBlanks()
        guard next == UInt8(ascii: ":") else { throw fault("a colon should follow the name") }
        offset += 1
        skipBlanks()
        return name
    }

    /// Takes a string; where its bytes stand, or nil where it is not of ASCII without escapes.
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
