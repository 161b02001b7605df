// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The value as compact UTF-8 text: no white space, members in their order, nothing escaped that need not
    /// be.
    package var serialized: [UInt8] {
        var bytes: [UInt8] = []
        serialize(into: &bytes)
        return bytes
    }

    package func serialize(into bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .number(let value): bytes.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
        case .string(let value): Self.serialize(value, into: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.serialize(into: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object): object.serialize(into: &bytes)
        }
    }

    /// A string with its quotation marks.
    package static func serialize(_ string: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: bytes.append(contentsOf: "\\n".utf8)
            case 0x0D: bytes.append(contentsOf: "\\r".utf8)
            case 0x09: bytes.append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes.append(contentsOf: ("\\u00" + (byte < 0x10 ? "0" : "") + digits).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The value as text for people: two spaces a level, one member a line.
    package var prettyPrinted: String {
        var text = ""
        prettyPrint(into: &text, indent: "")
        return text
    }

    private func prettyPrint(into text: inout String, indent: String) {
        let inner = indent + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            text += "[\n"
            for (index, element) in elements.enumerated() {
                text += inner
                element.prettyPrint(into: &text, indent: inner)
                text += index == elements.count - 1 ? "\n" : ",\n"
            }
            text += indent + "]"
        case .object(let object) where !object.members.isEmpty:
            text += "{\n"
            for (index, member) in object.members.enumerated() {
                text += inner + String(decoding: JSON.string(member.name).serialized, as: UTF8.self) + ": "
                member.value.prettyPrint(into: &text, indent: inner)
                text += index == object.members.count - 1 ? "\n" : ",\n"
            }
            text += indent + "}"
        default: text += String(decoding: serialized, as: UTF8.self)
        }
    }
}

extension JSON.Object {
    package func serialize(into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSON.serialize(member.name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            member.value.serialize(into: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
