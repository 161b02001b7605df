// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// What a Purpose plug-in is given: files as addresses, and what they are in common.
struct PurposeRequest {
    let uris: [String]
    let mimeType: String

    /// - Parameter request: An activity's standard input (activity-manifest(5), "Standard input").
    init(uris: [String], request: [UInt8]) {
        self.uris = uris
        mimeType = Self.commonType(Self.types(request))
    }

    private static func types(_ request: [UInt8]) -> [String] {
        guard case .object(let object)? = try? JSON(parsing: request),
            case .array(let items)? = object.value("items")
        else { return [] }
        return items.compactMap { item in
            guard case .object(let item) = item, case .string(let type)? = item.value("type") else {
                return nil
            }
            return type
        }
    }

    /// As Dolphin's plug-in has it: the one type, or its kind.
    private static func commonType(_ types: [String]) -> String {
        guard let first = types.first else { return "*/*" }
        if types.allSatisfy({ $0 == first }) { return first }
        let kind = first.prefix { $0 != "/" } + "/"
        return types.allSatisfy { $0.hasPrefix(kind) } ? kind + "*" : "*/*"
    }

    /// The length in digits, a newline, and a map.
    var message: [UInt8] {
        let map: JSON = ["urls": .array(uris.map { .string($0) }), "mimeType": .string(mimeType)]
        let body = CBOR.encoded(map)
        return Array("\(body.count)\n".utf8) + body
    }
}

/// What a plug-in has told of itself so far.
struct PurposeReport {
    private(set) var error = 0
    private(set) var errorText = ""
    private(set) var url: String?
    private(set) var progress: Double?

    /// Reads a line; one that is no JSON is passed over, as Purpose does.
    mutating func read(_ line: ArraySlice<UInt8>) {
        guard case .object(let object)? = try? JSON(parsing: Array(line)) else { return }
        for (name, value) in object.members {
            switch (name, value) {
            case ("percent", .integer(let percent)): progress = min(max(Double(percent) / 100, 0), 1)
            case ("error", .integer(let code)): error = code
            case ("errorText", .string(let text)): errorText = text
            case ("output", .object(let output)):
                if case .string(let text)? = output.value("url"), !text.isEmpty { url = text }
            default: break
            }
        }
    }
}
