// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The bytes of the value at a JSON pointer, or with `isName` those of its member name, if it has one. If
    /// the value is missing, the first byte of the innermost existing value around it. Returns nil if the
    /// text is not JSON, or the pointer is invalid.
    package static func extent(of pointer: String, in bytes: [UInt8], isName: Bool = false) -> Range<Int>? {
        guard var place = ValueStart(bytes), let tokens = tokens(of: pointer) else { return nil }
        for token in tokens { guard place.enter(token) else { return place.beginning } }
        return isName ? place.name ?? place.value : place.value
    }

    /// The bytes of all member names, as written, of the object at a JSON pointer in text that has been
    /// parsed; empty without such an object.
    package static func extentsOfNames(of pointer: String, in bytes: [UInt8]) -> [Range<Int>] {
        guard let tokens = tokens(of: pointer) else { return [] }
        var place = ValueStart(parsed: bytes)
        for token in tokens { guard place.enter(token) else { return [] } }
        return place.names
    }
}

/// A position at the beginning of a value in valid JSON text.
private struct ValueStart {
    private var reader: JSONReader
    /// Extent of the name of the last entered member; nil for an element.
    private(set) var name: Range<Int>?

    /// The outermost value; nil if the text is not JSON.
    init?(_ bytes: [UInt8]) {
        guard (try? JSON(parsing: bytes)) != nil else { return nil }
        self.init(parsed: bytes)
    }

    init(parsed bytes: [UInt8]) {
        reader = JSONReader(bytes: bytes)
        reader.skipBlanks()
    }

    var beginning: Range<Int> { reader.offset..<reader.offset + 1 }

    var value: Range<Int> {
        var copy = reader
        _ = try? copy.value()
        return reader.offset..<copy.offset
    }

    /// Extents of the member names, if the value is an object.
    var names: [Range<Int>] {
        var (copy, names) = (reader, [Range<Int>]())
        try? copy.visitMembers { _, extent in
            names.append(extent)
            return true
        }
        return names
    }

    /// Moves from a value to the child named by `token`; false, without moving, if there is none.
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
    /// Moves from the beginning of an object to the value of each member, until `body` returns false.
    fileprivate mutating func visitMembers(_ body: (String, Range<Int>) -> Bool) throws(JSONFault) {
        guard try open(UInt8(ascii: "{")) else { return }
        repeat {
            let start = offset
            let name = try string()
            let extent = start..<offset
            skipBlanks()
            // Skips the colon.
            offset += 1
            skipBlanks()
            guard body(name, extent) else { return }
            _ = try value()
        } while try another(before: UInt8(ascii: "}"))
    }

    /// Moves from the beginning of an array to an element; false if the array is too short.
    fileprivate mutating func enterElement(_ index: Int) throws(JSONFault) -> Bool {
        guard index >= 0, try open(UInt8(ascii: "[")) else { return false }
        for _ in 0..<index {
            _ = try value()
            guard try another(before: UInt8(ascii: "]")) else { return false }
        }
        return true
    }
}
