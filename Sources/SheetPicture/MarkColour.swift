// SPDX-License-Identifier: Apache-2.0

/// The colours of marks, one per fault of a picture; numbers help people who cannot tell the colours apart.
enum MarkColour {
    private static let all = [
        0xD1127F, 0x0B6BCB, 0xC05600, 0x6A35D9, 0x00796B, 0xB3261E, 0x4C6B00, 0x37474F, 0x8D4B00, 0x006E9C,
    ]

    static func of(_ index: Int, _ alpha: Double = 1) -> Colour { Colour(all[index % all.count], alpha) }
}
