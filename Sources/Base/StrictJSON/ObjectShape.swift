// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The names of the first object in an array, in order, with their extents.
///
/// Further objects usually have the same names: the parser compares their bytes, and neither creates the
/// names again nor searches for duplicates.
struct ObjectShape {
    private var names: [(name: String, range: Range<Int>)] = []
    /// Whether the first object is complete.
    var isWhole = false

    var count: Int { names.count }

    /// - Parameter range: extent of the name in the text, with quotation marks.
    mutating func append(_ name: String, _ range: Range<Int>) { names.append((name, range)) }

    /// The name at `index`, if the same bytes are at `offset`.
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
