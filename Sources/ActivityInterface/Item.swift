// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// A selected thing as it travels: `Item` and `Representation` of both interfaces.
package struct Item: Hashable, Sendable, JSONObjectConvertible {
    package struct Form: Hashable, Sendable, JSONObjectConvertible {
        package var type: String
        package var uri: String?
        package var text: String?
        package var name: String?
        package var size: Int?

        package init(
            type: String, uri: String? = nil, text: String? = nil, name: String? = nil, size: Int? = nil
        ) {
            self.type = type
            self.uri = uri
            self.text = text
            self.name = name
            self.size = size
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            self.init(type: try object.read("type"))
            for (name, value) in object.members { try read(name, value) }
        }

        /// One member. A request may hold thousands of items; looking for each member by its name, in each of
        /// them, is half of what decoding costs.
        private mutating func read(_ member: String, _ value: JSON) throws(JSON.Mismatch) {
            switch (member, value) {
            case (_, .null): break
            case ("uri", .string(let text)): uri = text
            case ("text", .string(let text)): self.text = text
            case ("name", .string(let text)): name = text
            case ("size", .integer(let number)): size = number
            case ("uri", _), ("text", _), ("name", _):
                throw JSON.Mismatch(pointer: "/" + member, expected: "a string")
            case ("size", _): throw JSON.Mismatch(pointer: "/size", expected: "an integer")
            default: break
            }
        }

        package var object: JSON.Object {
            .withoutNulls(["type": type, "uri": uri, "text": text, "name": name, "size": size])
        }
    }

    package var form: Form
    package var alternatives: [Form]

    package init(_ form: Form, alternatives: [Form] = []) {
        self.form = form
        self.alternatives = alternatives
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        form = try Form(object)
        alternatives = object.value("alternatives") == nil ? [] : try object.read("alternatives") ?? []
    }

    package var object: JSON.Object {
        var object = form.object
        if !alternatives.isEmpty { object.set("alternatives", alternatives.json) }
        return object
    }
}

/// Why a request's content cannot be answered for.
package enum ContentFault: Error, Hashable, Sendable {
    case invalid(item: Int, reason: String)
    case tooMany(maximum: Int)
}

extension Content {
    /// Checks what the interface cannot say of itself.
    ///
    /// - Throws: `ContentFault`, naming the first item at fault.
    package init(_ items: [ActivityInterface.Item]) throws(ContentFault) {
        guard !items.isEmpty else {
            throw .invalid(item: 0, reason: "The content is empty. Send at least one item.")
        }
        guard items.count <= Content.maximumItems else { throw .tooMany(maximum: Content.maximumItems) }
        guard items.reduce(0, { $0 + 1 + $1.alternatives.count }) <= Content.maximumRepresentations else {
            throw .tooMany(maximum: Content.maximumRepresentations)
        }
        var types = KnownTypes()
        var checked: [Content.Item] = []
        checked.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            var representations = [try Self.check(item.form, of: index, &types)]
            for form in item.alternatives { representations.append(try Self.check(form, of: index, &types)) }
            checked.append(Content.Item(representations))
        }
        self.init(checked)
    }

    private static func check(
        _ form: ActivityInterface.Item.Form, of item: Int, _ types: inout KnownTypes
    ) throws(ContentFault) -> Representation {
        guard let type = types.type(form.type) else {
            throw .invalid(
                item: item,
                reason:
                    "\"\(form.type.excerpt)\" is no content type. Send one like image/png, without wildcards."
            )
        }
        if let uri = form.uri, !isAbsolute(uri) {
            throw .invalid(
                item: item,
                reason: "\"\(uri.excerpt)\" is no absolute URI. Send one like file:///home/ada/a.png.")
        }
        if let size = form.size, size < 0 {
            throw .invalid(item: item, reason: "A size of \(size) bytes. Leave out what is not known.")
        }
        return Representation(type: type, uri: form.uri, text: form.text, name: form.name, size: form.size)
    }

    /// Whether a scheme stands first (RFC 3986, section 3.1), and something after it.
    private static func isAbsolute(_ uri: String) -> Bool {
        let scheme = uri.utf8.prefix { $0 != UInt8(ascii: ":") }
        guard scheme.count + 1 < uri.utf8.count, let first = scheme.first, isLetter(first) else {
            return false
        }
        return scheme.allSatisfy { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || "+-.".utf8.contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }
}

/// The types of one request: a selection of hundreds of files has few, which are found sooner by looking than
/// by hashing.
private struct KnownTypes {
    private static let looked = 8
    private var few: [(text: String, type: ContentType)] = []
    private var others: [String: ContentType] = [:]

    mutating func type(_ text: String) -> ContentType? {
        for known in few where known.text == text { return known.type }
        if let known = others[text] { return known }
        guard let type = ContentType(text) else { return nil }
        if few.count < Self.looked { few.append((text, type)) } else { others[text] = type }
        return type
    }
}

extension String {
    /// As much of it as a message quotes.
    fileprivate var excerpt: String {
        utf8.count <= 80 ? self : prefix(80) + "…"
    }
}
