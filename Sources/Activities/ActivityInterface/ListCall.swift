// SPDX-License-Identifier: Apache-2.0
//
// A selection of hundreds of files consists mostly of names and addresses, which do not affect the sheet. So
// `ListCall` parses a List call straight from its text: it checks each item against the interface, keeps a
// few numbers of the item, and creates no values. It leaves unusual calls (activities of the app's own,
// alternatives, escapes in a type or an address) and invalid ones to `Service`, which parses them as a tree,
// like every other call, and replies with the error. The two parsers agree: every call that `ListCall`
// accepts, the tree parser accepts too, with the same result; tests and the fuzzer check that.

package import ActivityModel
import Glibc
import StrictJSON

/// The parts of a List call that determine its sheet.
package struct ListCall {
    /// The request without its content.
    package let ask: Sheet.ListRequest
    package let content: ContentOutline

    /// Parses a frame; nil for any call but List, and for a List that needs the tree parser.
    package init?(frame: [UInt8]) {
        var reader = ListReader(frame)
        guard let content = try? reader.call(), reader.ask.faultyParameter == nil else { return nil }
        (ask, self.content) = (reader.ask, content)
    }
}

private struct ListReader {
    /// An unusual or invalid call.
    private struct Unusual: Error {}

    /// Maximum distinct spellings of types: the search is linear.
    private static let maximumSpellings = 16
    /// The parser's budget: each item with four values (a size, or nulls), two for each excluded activity, and
    /// the other parameters.
    private static let effort = 5 * Content.maximumItems + 2 * Sheet.ListRequest.maximumExcluded + 16

    private var reader: JSONReader
    private var content = ContentOutline(items: 0, representations: 0)
    /// Distinct spellings of types, each with its range in the text.
    private var spellings: [(text: Range<Int>, type: Int, isLink: Bool)] = []
    private(set) var ask = Sheet.ListRequest(content: [])

    init(_ frame: [UInt8]) {
        reader = JSONReader(bytes: frame, effort: Self.effort)
    }

    mutating func call() throws -> ContentOutline? {
        guard try reader.open(UInt8(ascii: "{")) else { return nil }
        var isList = false
        repeat {
            guard let name = try reader.name() else { return nil }
            if reads(name, "method"), !isList {
                guard let method = try reader.plainString() else { return nil }
                isList = reads(method, "io.activityd.Sheet.List")
                guard isList else { return nil }
            } else if reads(name, "parameters"), content.count == 0 {
                try parameters()
            } else {
                return nil
            }
        } while try reader.another(before: UInt8(ascii: "}"))
        try reader.end()
        return isList && content.count > 0 ? content : nil
    }

    private mutating func parameters() throws {
        guard try reader.open(UInt8(ascii: "{")) else { throw Unusual() }
        repeat {
            guard let name = try reader.name() else { throw Unusual() }
            if reads(name, "content"), content.count == 0 {
                try items()
            } else {
                try parameter(name)
            }
        } while try reader.another(before: UInt8(ascii: "}"))
        guard content.count > 0 else { throw Unusual() }
    }

    private mutating func parameter(_ name: Range<Int>) throws {
        if reads(name, "locale"), ask.locale == nil {
            ask.locale = try value() as String
        } else if reads(name, "width"), ask.width == nil {
            ask.width = try value() as Sheet.ListRequest.Width
        } else if reads(name, "titleWidth"), ask.titleWidth == nil {
            ask.titleWidth = try value() as Int
        } else if reads(name, "exclude"), ask.exclude == nil {
            ask.exclude = try exclusions()
        } else if reads(name, "includeOwn"), ask.includeOwn == nil {
            ask.includeOwn = try value() as Bool
        } else {
            throw Unusual()
        }
    }

    private mutating func exclusions() throws -> [String] {
        let value = try reader.value()
        if case .array(let all) = value, all.count > Sheet.ListRequest.maximumExcluded { throw Unusual() }
        return try [String](json: value)
    }

    /// Reads a value other than null: a null could occur twice unnoticed.
    private mutating func value<Value: JSONReadable>() throws -> Value {
        try Value(json: try reader.value())
    }

    private mutating func items() throws {
        guard try reader.open(UInt8(ascii: "[")) else { throw Unusual() }
        repeat {
            content.add(try item())
            content.endItem()
            guard content.count <= Content.maximumItems else { throw Unusual() }
        } while try reader.another(before: UInt8(ascii: "]"))
    }

    private enum Member: UInt8 {
        case type = 1
        case uri = 2
        case text = 4
        case name = 8
        case size = 16
    }

    private mutating func item() throws -> ContentOutline.Properties {
        var spelling: (text: Range<Int>, type: Int, isLink: Bool)?
        var location: URILocation?
        var size = 0
        var hasText = false
        var seen: UInt8 = 0
        guard try reader.open(UInt8(ascii: "{")) else { throw Unusual() }
        repeat {
            guard let name = try reader.name(), let member = member(name), seen & member.rawValue == 0
            else { throw Unusual() }
            seen |= member.rawValue
            switch member {
            case .type: spelling = try type()
            case _ where reader.next == UInt8(ascii: "n"): _ = try reader.value()
            case .uri: location = try uri()
            case .text:
                hasText = true
                _ = try reader.plainString()
            case .name: _ = try reader.plainString()
            case .size: size = try self.size()
            }
        } while try reader.another(before: UInt8(ascii: "}"))
        guard let spelling else { throw Unusual() }
        return ContentOutline.Properties(
            type: spelling.type, size: size, location: location, hasText: hasText, isLink: spelling.isLink)
    }

    private func member(_ name: Range<Int>) -> Member? {
        if reads(name, "type") { return .type }
        if reads(name, "uri") { return .uri }
        if reads(name, "name") { return .name }
        if reads(name, "size") { return .size }
        return reads(name, "text") ? .text : nil
    }

    private mutating func type() throws -> (text: Range<Int>, type: Int, isLink: Bool) {
        guard let text = try reader.plainString() else { throw Unusual() }
        if let known = spellings.first(where: { isSame($0.text, text) }) { return known }
        guard spellings.count < Self.maximumSpellings,
            let type = ContentType(String(decoding: reader.bytes[text], as: UTF8.self))
        else { throw Unusual() }
        let index = content.types.firstIndex(of: type) ?? content.types.count
        if index == content.types.count { content.types.append(type) }
        spellings.append((text, index, type.isLink))
        return (text, index, type.isLink)
    }

    private mutating func uri() throws -> URILocation {
        guard let text = try reader.plainString() else { throw Unusual() }
        let location = URILocation(reader.bytes.span.extracting(text))
        if case .relative = location { throw Unusual() }
        return location
    }

    private mutating func size() throws -> Int {
        guard case .integer(let size) = try reader.value(), 0...1 << 53 ~= size else { throw Unusual() }
        return size
    }

    // MARK: Bytes

    private func reads(_ range: Range<Int>, _ word: StaticString) -> Bool {
        range.count == word.utf8CodeUnitCount
            && reader.bytes.withUnsafeBytes { all in
                all.baseAddress.map { memcmp($0 + range.lowerBound, word.utf8Start, range.count) == 0 }
                    ?? false
            }
    }

    private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        one.count == other.count
            && reader.bytes.withUnsafeBytes { all in
                all.baseAddress.map { memcmp($0 + one.lowerBound, $0 + other.lowerBound, one.count) == 0 }
                    ?? false
            }
    }
}
