// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

extension Item: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        let alternatives =
            object.value("alternatives") == nil ? nil : try object.read("alternatives") as [Representation]?
        self.init(try Representation(object), alternatives: alternatives ?? [])
    }

    package var object: JSON.Object {
        var object = representation.object
        if !alternatives.isEmpty { object.set("alternatives", alternatives.json) }
        return object
    }
}

extension Representation: JSONObjectConvertible {
    /// Walks the members once: a request may contain thousands of items, and looking up each member by name
    /// would be half of the decoding time.
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        var (type, uri, text, name) = (String?.none, String?.none, String?.none, String?.none)
        var size: Int?
        var isTemporary: Bool?
        for (member, value) in object.members {
            switch member {
            case "type": type = try Self.string(member, value)
            case "uri": uri = try Self.string(member, value)
            case "text": text = try Self.string(member, value)
            case "name": name = try Self.string(member, value)
            case "size": size = try Self.value(member, value)
            case "temporary": isTemporary = try Self.value(member, value)
            default: break
            }
        }
        guard let type else { throw JSON.Mismatch(pointer: "/type", expected: "a string") }
        self.init(type: type, uri: uri, text: text, name: name, size: size, isTemporary: isTemporary ?? false)
    }

    private static func string(_ member: String, _ value: JSON) throws(JSON.Mismatch) -> String? {
        switch value {
        case .string(let text): return text
        case .null: return nil
        default: throw JSON.Mismatch(pointer: "/" + member, expected: "a string")
        }
    }

    private static func value<Value: JSONReadable>(
        _ member: String, _ value: JSON
    ) throws(JSON.Mismatch) -> Value? {
        do { return try Value?(json: value) } catch { throw error.beneath(member) }
    }

    package var object: JSON.Object {
        .withoutNulls([
            "type": type, "uri": uri, "text": text, "name": name, "size": size,
            "temporary": isTemporary ? true : nil,
        ])
    }
}
