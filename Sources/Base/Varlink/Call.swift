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
    /// Reads a frame; nil where it is not a JSON object that calls a method.
    ///
    /// Members that the protocol does not know are left to its future.
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
