// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A call as it stands in a frame.
struct Call {
    /// Qualified: interface and method.
    let method: String
    let parameters: JSON.Object
    var wantsMore = false
    var isOneway = false
    var wantsUpgrade = false

    /// The effort of reading a call: the largest content takes a little less, a megabyte of brackets six times as much.
    package static let effort = 150_000

    /// Reads a frame; nil where it is not a JSON object that calls a method.
    ///
    /// Members that the protocol does not know are left to its future.
    init?(frame: [UInt8]) {
        guard case .object(let object)? = try? JSON(parsing: frame, effort: Self.effort) else { return nil }
        var method: String?
        var parameters = JSON.Object()
        for (name, value) in object.members {
            switch (name, value) {
            case ("method", .string(let value)): method = value
            case ("parameters", .object(let value)): parameters = value
            case ("more", .bool(let value)): wantsMore = value
            case ("oneway", .bool(let value)): isOneway = value
            case ("upgrade", .bool(let value)): wantsUpgrade = value
            case ("parameters", .null), ("more", .null), ("oneway", .null), ("upgrade", .null): continue
            case ("method", _), ("parameters", _), ("more", _), ("oneway", _), ("upgrade", _): return nil
            default: continue
            }
        }
        guard let method, !(wantsMore && isOneway) else { return nil }
        self.method = method
        self.parameters = parameters
    }

    init(method: String, parameters: JSON.Object, wantsMore: Bool = false, isOneway: Bool = false) {
        self.method = method
        self.parameters = parameters
        self.wantsMore = wantsMore
        self.isOneway = isOneway
    }

    func serialize(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"method":"#.utf8)
        JSON.serialize(method, into: &bytes)
        bytes.append(contentsOf: #","parameters":"#.utf8)
        parameters.serialize(into: &bytes)
        if wantsMore { bytes.append(contentsOf: #","more":true"#.utf8) }
        if isOneway { bytes.append(contentsOf: #","oneway":true"#.utf8) }
        bytes.append(UInt8(ascii: "}"))
    }
}
