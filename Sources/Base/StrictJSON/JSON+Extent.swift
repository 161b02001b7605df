// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The bytes of the value that a JSON pointer names, or of its name where it is a member and that is
    /// asked for; where it is missing, the first byte of the innermost value around it. Nil for a
    /// text that is not JSON and a pointer that is none.
    package static func extent(of pointer: String, in bytes: [UInt8], isName: Bool = false) -> Range<Int>? {
        guard var place = Place(bytes), let tokens = tokens(of: pointer) else { return nil }
        for token in tokens { guard place.enter(token) else { return place.beginning } }
        return isName ? place.name ?? place.value : place.value
    }

    /// The bytes of the names of all members of the object that a JSON pointer leads to, as they are written; empty where
    /// there is none.
    package static func extentsOfNames(of pointer: String, in bytes: [UInt8]) -> [Range<Int>] {
        guard var place = Place(bytes), let tokens = tokens(of: pointer) else { return [] }
        for token in tokens { guard place.enter(token) else { return [] } }
        return place.names
    }
}

/// The beginning of a value in a text that is known to be JSON.
private struct Place {
    private var reader: JSONReader
    /// Extent of the name of the member entered last; nil for an element.
    private(set) var name: Range<Int>?

    /// The outermost value; nil for a text that is not JSON.
    init?(_ bytes: [UInt8]) {
        guard (try? JSON(parsing: bytes)) != nil else { return nil }
        reader = JSONReader(bytes: bytes)
        reader.skipBlanks()
    }

    var beginning: Range<Int> { reader.offset..<reader.offset + 1 }

    /// The whole value that begins here.
    var value: Range<Int> {
        var copy = reader
        _ = try? copy.value()
        return reader.offset..<copy.offset
    }

    /// Extents of the member names of the object that begins here.
    var names: [Range<Int>] {
        var (copy, names) = (reader, [Range<Int>]())
        try? copy.visitMembers { _, extent in
            names.append(extent)
            return true
        }
        return names
    }

    /// From a value to the one that `token` names inside it; stays where there is none.
    mutating func enter(_ token: String) -> Bool {
        var (inner, member) = (reader, Range<Int>?.none)
        if reader.next == UInt8(ascii: "[") {
            guard let index = Int(token), (try? inner.enterElement(index)) == true else { return false }
        } else {
            try? inner.visitMembers { name, extent in
                member = name.isExactly(token) ? extent : nil
                return member == nil
            }
            guard member != nil else { return false }
        }
        (reader, name) = (inner, member)
        return true
    }
}

extension JSONReader {
    /// Goes from the beginning of an object to the value of each member, as long as `body` says so.
    fileprivate mutating func visitMembers(_ body: (String, Range<Int>) -> Bool) throws(JSONFault) {
        guard try open(UInt8(ascii: "{")) else { return }
        repeat {
            let start = offset
            let name = try string()
            let extent = start..<offset
            skipBlanks()
            // Over the colon.
            offset += 1
            skipBlanks()
            guard body(name, extent) else { return }
            _ = try value()
        } while try another(before: UInt8(ascii: "}"))
    }

    /// Goes from the beginning of an array to an element; false where it has too few.
    fileprivate mutating func enterElement(_ index: Int) throws(JSONFault) -> Bool {
        guard index >= 0, try open(UInt8(ascii: "[")) else { return false }
        for _ in 0..<index {
            _ = try value()
            guard try another(before: UInt8(ascii: "]")) else { return false }
        }
        return true
    }
}
