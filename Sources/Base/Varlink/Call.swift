// SPDX-License-Identifier: Apache-2.0

import StrictJSON

struct Call {
    /// Qualified: interface and method.
    let method: String
    let parameters: JSON.Object
    var wantsMore = false
    var isOneway = false
    var wantsUpgrade = false

    /// The parser's budget: the largest content costs slightly less, a megabyte of brackets six times as
    /// much.
    package static let effort = 150_000

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

extension Call {
    /// Parses a frame; nil if it is not a call: not JSON within `effort`, without a method, with a member of
    /// the wrong type, or with both `more` and `oneway`.
    ///
    /// Ignores unknown members, for future versions of the protocol.
    init?(frame: [UInt8]) {
        guard case .object(let object)? = try? JSON(parsing: frame, effort: Self.effort) else { return nil }
        do throws(JSON.Mismatch) {
            method = try object.read("method")
            parameters = try object.read("parameters") ?? JSON.Object()
            wantsMore = try object.read("more") ?? false
            isOneway = try object.read("oneway") ?? false
            wantsUpgrade = try object.read("upgrade") ?? false
        } catch { return nil }
        if wantsMore && isOneway { return nil }
    }
}
