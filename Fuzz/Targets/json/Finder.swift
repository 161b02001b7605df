// SPDX-License-Identifier: Apache-2.0

import Harness
@testable import StrictJSON

/// Checks that JSON pointers lead to the right values in a text.
struct Finder {
    let bytes: [UInt8]
    private var looks = 0
    /// Maximum values to check in a text: each lookup parses the text again.
    private static let maximumLooks = 32

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func check(_ value: JSON, at pointer: String) {
        looks += 1
        guard looks <= Self.maximumLooks else { return }
        let extent = JSON.extent(of: pointer, in: bytes)
        let found = extent.flatMap { try? JSON(parsing: Array(bytes[$0])) }
        expect(found == value, "another value stands at \(pointer)")
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() { check(element, at: pointer + "/\(index)") }
        case .object(let object):
            for (name, value) in object.members { check(value, at: pointer + JSON.pointer(name)) }
        default: break
        }
    }
}
