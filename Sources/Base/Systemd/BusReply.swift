// SPDX-License-Identifier: Apache-2.0

import CSystemd

/// A message's arguments for reading, in order.
struct BusReply {
    /// A property's value, in the types that this module reads.
    enum Value: Hashable {
        case text(String)
        case number(Int)
    }

    let pointer: OpaquePointer

    /// Consumes the next argument if it is a string, an object path or a signature; returns nil otherwise.
    func text() -> String? {
        guard let type = nextType, "sog".unicodeScalars.contains(type) else { return nil }
        var text: UnsafePointer<CChar>?
        guard read(type, &text), let text else { return nil }
        return String(cString: text)
    }

    /// Consumes the next argument if it is a boolean, or an integer of the type `i`, `u` or `t` (then
    /// clamped); returns nil otherwise.
    func number() -> Int? {
        switch nextType {
        case "i", "b":
            var number: CInt = 0
            return read(nextType ?? "i", &number) ? Int(number) : nil
        case "u":
            var number: UInt32 = 0
            return read("u", &number) ? Int(number) : nil
        case "t":
            var number: UInt64 = 0
            return read("t", &number) ? Int(clamping: number) : nil
        default: return nil
        }
    }

    func skip(_ type: String) { sd_bus_message_skip(pointer, type) }

    /// Consumes a variant; returns nil if it contains neither text nor a number.
    func variant() -> Value? {
        var contents: UnsafePointer<CChar>?
        guard sd_bus_message_peek_type(pointer, nil, &contents) > 0, let contents,
            let type = String(cString: contents).unicodeScalars.first,
            "sogibut".unicodeScalars.contains(type),
            enter("v", String(cString: contents))
        else {
            skip("v")
            return nil
        }
        defer { leave() }
        return text().map { .text($0) } ?? number().map { .number($0) }
    }

    /// Consumes a variant that contains a structure, and returns the structure's first number, such as a
    /// job's id in `(uo)`.
    func numberOfStructure(_ contents: String) -> Int? {
        guard enter("v", "(" + contents + ")") else { return nil }
        defer { leave() }
        guard enter("r", contents) else { return nil }
        defer { leave() }
        let first = number()
        skip(String(contents.dropFirst()))
        return first
    }

    /// Names and values of an array of dictionary entries (`a{sv}`), without values that are neither text nor
    /// numbers.
    func properties() -> [String: Value] {
        var properties: [String: Value] = [:]
        guard enter("a", "{sv}") else { return [:] }
        defer { leave() }
        while enter("e", "sv") {
            if let name = text() { properties[name] = variant() }
            leave()
        }
        return properties
    }

    private var nextType: Unicode.Scalar? {
        var type: CChar = 0
        guard sd_bus_message_peek_type(pointer, &type, nil) > 0 else { return nil }
        return Unicode.Scalar(UInt8(bitPattern: type))
    }

    private func read(_ type: Unicode.Scalar, _ target: UnsafeMutableRawPointer) -> Bool {
        sd_bus_message_read_basic(pointer, CChar(truncatingIfNeeded: type.value), target) > 0
    }

    private func enter(_ kind: Unicode.Scalar, _ contents: String) -> Bool {
        sd_bus_message_enter_container(pointer, CChar(truncatingIfNeeded: kind.value), contents) > 0
    }

    private func leave() { sd_bus_message_exit_container(pointer) }
}
