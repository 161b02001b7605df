// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The names of the first object in an array, in their order, and where they stand.
///
/// The others mostly have the same ones: theirs are compared as bytes, and neither made again nor looked for
/// among each other.
struct ObjectShape {
    private var names: [(name: String, range: Range<Int>)] = []
    /// Whether all of the first object is known.
    var isWhole = false

    var count: Int { names.count }

    /// - Parameter range: of the name in the text, quotation marks included.
    mutating func append(_ name: String, _ range: Range<Int>) { names.append((name, range)) }

    /// The name at `index`, if it is what stands at `offset` too.
    func name(_ index: Int, in bytes: [UInt8], at offset: Int) -> (name: String, range: Range<Int>)? {
        guard isWhole, index < names.count else { return nil }
        let name = names[index]
        guard bytes.count - offset >= name.range.count else { return nil }
        let isSame = bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return false }
            return memcmp(base + name.range.lowerBound, base + offset, name.range.count) == 0
        }
        return isSame ? name : nil
    }
}
