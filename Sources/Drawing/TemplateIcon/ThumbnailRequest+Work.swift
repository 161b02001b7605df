// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing

extension ThumbnailRequest {
    /// Maximum side of a PNG to decode: 64 MiB of pixels, a quarter of a child's memory.
    package static let maximumSide = 4096

    /// Reduces a PNG, or renders an SVG.
    ///
    /// - Throws: `unreadable` if the picture is too large, lacks the requested texts, or cannot be drawn.
    package func thumbnail() throws(IconError) -> Thumbnail {
        let bitmap = if let header = PNGHeader(picture) { try reduced(header) } else { try drawn() }
        return Thumbnail(width: bitmap.width, height: bitmap.height, pixels: bitmap.pixels)
    }

    private func reduced(_ header: PNGHeader) throws(IconError) -> Bitmap {
        for (keyword, text) in texts where !PNGHeader.texts(picture, include: keyword, text) {
            throw .unreadable("its \(keyword) is not \(text)")
        }
        guard header.width <= Self.maximumSide, header.height <= Self.maximumSide else {
            throw .unreadable("it has more than \(Self.maximumSide) pixels in a row or column")
        }
        return try Bitmap(png: picture).reduced(toFit: pixels)
    }

    private func drawn() throws(IconError) -> Bitmap {
        guard texts.isEmpty, let contents = SVGContents(picture) else {
            throw .unreadable("it is no PNG\(texts.isEmpty ? " and no SVG" : "")")
        }
        if let obstacle = contents.obstacle { throw .unreadable("it \(obstacle)") }
        return try SVGDocument(picture).bitmap(toFit: pixels)
    }
}

extension SVGDocument {
    /// The drawing with its aspect ratio kept, its longer side `side` pixels.
    fileprivate func bitmap(toFit side: Int) throws(IconError) -> Bitmap {
        guard let size, size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            throw .unreadable("it says nothing of its size")
        }
        let scale = Double(side) / max(size.width, size.height)
        let (width, height) = (size.width * scale, size.height * scale)
        return try bitmap(width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
    }
}
