// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The bytes of the value that a JSON pointer names, or of its name where it is a member and that is
    /// asked for; where it is missing, the first byte of the innermost value around it. Nil for a
    /// text that is not JSON and a pointer that is none.
    package static func extent(of pointer: String, in bytes: [UInt8], isName: Bool = false) -> Range<Int>? {
        guard (try? JSON(parsing: bytes)) != nil, let tokens = tokens(of: pointer) else { return nil }
        var walker = Walker(bytes: bytes)
        walker.skipBlanks()
        for token in tokens { guard walker.enter(token) else { return walker.beginning } }
        return isName ? walker.name ?? walker.value : walker.value
    }

    /// The bytes of the names of all members of the object that a JSON pointer leads to, as they are written; empty where
    /// there is none.
    package static func extentsOfNames(of pointer: String, in bytes: [UInt8]) -> [Range<Int>] {
        guard (try? JSON(parsing: bytes)) != nil, let tokens = tokens(of: pointer) else { return [] }
        var walker = Walker(bytes: bytes)
        walker.skipBlanks()
        for token in tokens { guard walker.enter(token) else { return [] } }
        return walker.names
    }
}

/// Goes through a text that is known to be JSON.
private struct Walker {
    let bytes: [UInt8]
    private var offset = 0
    /// Extent of the name of the member entered last.
    private(set) var name: Range<Int>?

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var beginning: Range<Int> { offset..<min(offset + 1, bytes.count) }

    /// The whole value that begins here.
    var value: Range<Int> {
        var copy = self
        copy.skipValue()
        return offset..<copy.offset
    }

    /// Extents of the member names of the object that begins here.
    var names: [Range<Int>] {
        guard bytes[offset] == UInt8(ascii: "{") else { return [] }
        var (copy, names) = (self, [Range<Int>]())
        while let name = copy.enterMember() {
            names.append(name)
            copy.skipValue()
        }
        return names
    }

    mutating func skipBlanks() {
        while offset < bytes.count, " \n\r\t".utf8.contains(bytes[offset]) { offset += 1 }
    }

    /// From the beginning of a value to that of the one that `token` names inside it; stays where there is
    /// none.
    mutating func enter(_ token: String) -> Bool {
        let start = offset
        let isFound =
            switch bytes[offset] {
            case UInt8(ascii: "{"): enterMember(token)
            case UInt8(ascii: "["): enterElement(token)
            default: false
            }
        if !isFound { offset = start }
        return isFound
    }

    private mutating func enterMember(_ name: String) -> Bool {
        while let member = enterMember() {
            let found = try? JSON(parsing: Array(bytes[member]))
            if case .string(let text)? = found, text.isExactly(name) {
                self.name = member
                return true
            }
            skipValue()
        }
        return false
    }

    /// From one member, or the object's bracket, to the value of the next one, whose name is returned.
    private mutating func enterMember() -> Range<Int>? {
        guard step() else { return nil }
        let start = offset
        skipString()
        let name = start..<offset
        _ = step()
        return name
    }

    private mutating func enterElement(_ token: String) -> Bool {
        guard var index = Int(token), index >= 0 else { return false }
        while step() {
            if index == 0 {
                name = nil
                return true
            }
            index -= 1
            skipValue()
        }
        return false
    }

    /// Over the bracket, comma or colon that comes next; false where the value around ends.
    private mutating func step() -> Bool {
        skipBlanks()
        let byte = bytes[offset]
        offset += 1
        skipBlanks()
        return byte != UInt8(ascii: "}") && byte != UInt8(ascii: "]") && !"}]".utf8.contains(bytes[offset])
    }

    private mutating func skipString() {
        offset += 1
        while bytes[offset] != UInt8(ascii: "\"") { offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1 }
        offset += 1
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            switch bytes[offset] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            default: offset += 1
            }
        } while depth > 0 || !isAtEndOfValue
    }

    private var isAtEndOfValue: Bool {
        offset >= bytes.count || ",]} \n\r\t".utf8.contains(bytes[offset])
    }
}
