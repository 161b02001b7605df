// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel

/// The icon for display: the mask filled with a tint, at the requested size.
package enum FinishedIcon {
    /// Valid sizes in pixels: from the smallest in menus to the largest in launchers.
    package static let sizes = 8...512

    /// A PNG of `size` x `size` pixels. Equal requests give equal bytes.
    ///
    /// - Throws: `request` for a size out of range or a missing icon, `unreadable` for an icon that cannot be
    ///   drawn.
    package static func png(_ icon: IconFiles, size: Int, tint: Tint) throws(IconError) -> [UInt8] {
        guard sizes.contains(size) else {
            throw .request("the size is \(size) pixels, and icons are drawn from 8 to 512")
        }
        return try Bitmap(mask: mask(icon, size: size), tint: tint).png()
    }

    /// The alpha of the icon at a size: a drawing is rendered at that size, a PNG resampled from the best
    /// source.
    package static func mask(_ icon: IconFiles, size: Int) throws(IconError) -> AlphaPlane {
        let variants = icon.variants
        if let svg = variants.first(where: { PNGHeader($0.bytes) == nil }) {
            return try drawn(svg, size: size)
        }
        guard let best = bestSource(variants.map(\.bytes), size: size) else {
            throw .request("\(icon.icon) is not in the bundle")
        }
        guard let mask = AlphaPlane(try Bitmap(png: best)) else {
            throw .unreadable("\(icon.icon) is not square")
        }
        return mask.resampled(to: size)
    }

    private static func drawn(_ svg: IconFiles.Variant, size: Int) throws(IconError) -> AlphaPlane {
        guard let contents = SVGContents(svg.bytes) else {
            throw .unreadable("\(svg.name) is neither a PNG nor an SVG")
        }
        if let obstacle = contents.obstacle { throw .unreadable("\(svg.name) \(obstacle)") }
        guard let mask = AlphaPlane(try SVGDocument(svg.bytes).bitmap(side: size)) else {
            throw .unreadable("\(svg.name) could not be drawn")
        }
        return mask
    }

    /// The PNG of exactly that size, else the largest: a picture reduced from 105 pixels is closer to its
    /// drawing than one from 70, and one from 70 closer than one from 35, at every size (the error decreases
    /// by a third and by a half). Skips pictures that are not square or too large to decode; nil if none is
    /// left.
    private static func bestSource(_ files: [[UInt8]], size: Int) -> [UInt8]? {
        let squares = files.compactMap { bytes -> (side: Int, bytes: [UInt8])? in
            guard let header = PNGHeader(bytes), header.width == header.height,
                (1...IconRules.maximumSide).contains(header.width)
            else { return nil }
            return (header.width, bytes)
        }
        return (squares.first { $0.side == size } ?? squares.max { $0.side < $1.side })?.bytes
    }
}
