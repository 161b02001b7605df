// SPDX-License-Identifier: Apache-2.0

extension JSON {
    /// The value as compact UTF-8 text: no white space, members in their order, only the necessary escapes. A
    /// number that is not finite becomes null.
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

    /// Appends a string, escaped and with quotation marks.
    package static func serialize(_ string: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        if string.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        {
            escape(string, into: &bytes)
        } else {
            bytes.append(contentsOf: string.utf8)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escape(_ string: String, into bytes: inout [UInt8]) {
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
    }

    /// The value as human-readable text: two spaces per level, one member or element per line.
    package var prettyPrinted: String {
        var bytes: [UInt8] = []
        prettyPrint(into: &bytes, indent: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func prettyPrint(into bytes: inout [UInt8], indent: Int) {
        func line(_ indent: Int) {
            bytes.append(UInt8(ascii: "\n"))
            bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent))
        }
        switch self {
        case .array(let elements) where !elements.isEmpty:
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                line(indent + 2)
                element.prettyPrint(into: &bytes, indent: indent + 2)
            }
            line(indent)
            bytes.append(UInt8(ascii: "]"))
        case .object(let object) where !object.members.isEmpty:
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                line(indent + 2)
                JSON.serialize(member.name, into: &bytes)
                bytes.append(contentsOf: ": ".utf8)
                member.value.prettyPrint(into: &bytes, indent: indent + 2)
            }
            line(indent)
            bytes.append(UInt8(ascii: "}"))
        default: serialize(into: &bytes)
        }
    }
}

extension JSON.Object {
    /// - Parameter array: the value of the member `name`, if that is encoded already.
    package func serialize(
        into bytes: inout [UInt8], _ array: EncodedArray? = nil, as name: String = ""
    ) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            JSON.serialize(member.name, into: &bytes)
            bytes.append(UInt8(ascii: ":"))
            if let array, member.name == name {
                bytes.append(UInt8(ascii: "["))
                bytes.append(contentsOf: array.text)
                bytes.append(UInt8(ascii: "]"))
            } else {
                member.value.serialize(into: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "}"))
    }
}
