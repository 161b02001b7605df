// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Checks the files of one icon against the rules for template images (the rule ids that begin with `icon-`).
package enum IconRules {
    /// Maximum side at any scale: a larger PNG is never decoded.
    package static let maximumSide = 1024
    /// The manifest's key of the icon.
    static let pointer = "/icon"

    /// All faults of an icon, errors first.
    package static func judge(_ icon: IconFiles) -> [Diagnostic] {
        examine(icon).flatMap(\.faults).map(\.diagnostic).errorsFirst
    }

    /// The findings for each file of an icon, beginning with the file that the manifest names. If neither
    /// that file nor one for @2x exists, there is a single finding that reports it.
    package static func examine(_ icon: IconFiles) -> [Finding] {
        let variants = icon.variants
        guard variants.contains(where: { $0.name == icon.icon || $0.scale == .two }) else {
            let sentence =
                "\(icon.icon) is not in the bundle; add a PNG of 70 x 70 pixels or an SVG by that name."
            return [Finding(icon.icon, .two, [IconFault(Diagnostic(.iconMissing, at: pointer, sentence))])]
        }
        return variants.map(examine)
    }

    private static func examine(_ variant: IconFiles.Variant) -> Finding {
        let faults = [weight(variant)].compactMap { $0 }
        if let header = PNGHeader(variant.bytes) { return examine(variant, header, faults) }
        if let contents = SVGContents(variant.bytes) { return examine(variant, contents, faults) }
        let fault = unreadable(
            variant.name,
            "is neither a PNG nor an SVG in plain UTF-8; save it again as one of the two.")
        return finding(variant, faults + [fault])
    }

    private static func examine(
        _ png: IconFiles.Variant, _ header: PNGHeader, _ before: [Diagnostic]
    ) -> Finding {
        var faults = before
        if header.isAnimated {
            faults.append(
                Diagnostic(
                    .iconAnimated, at: pointer,
                    "\(png.name) is an animated PNG; save one frame of it as an ordinary PNG."))
        }
        // The reader has truncated a longer file, so nothing more can be judged.
        let isWhole = png.bytes.count <= IconFiles.maximumBytes
        if let fault = canvas(png, header) {
            let isSmall = max(header.width, header.height) <= maximumSide
            return finding(png, faults + [fault], isWhole && isSmall ? try? Bitmap(png: png.bytes) : nil)
        }
        guard isWhole else { return finding(png, faults) }
        do {
            return look(at: try Bitmap(png: png.bytes), of: png, faults)
        } catch {
            return finding(png, faults + [unreadable(png.name, "is a broken PNG (\(error)); save it again.")])
        }
    }

    private static func examine(
        _ svg: IconFiles.Variant, _ contents: SVGContents, _ before: [Diagnostic]
    ) -> Finding {
        var faults = before
        if let motion = contents.motion {
            let sentence = "\(svg.name) moves (\(motion)); remove the animation and keep one still drawing."
            faults.append(Diagnostic(.iconAnimated, at: pointer, sentence))
        }
        guard svg.bytes.count <= IconFiles.maximumBytes else { return finding(svg, faults) }
        if let obstacle = contents.obstacle {
            return finding(svg, faults + [unreadable(svg.name, obstacle + ".")])
        }
        do {
            let document = try SVGDocument(svg.bytes)
            if let fault = canvas(svg, document) { return finding(svg, faults + [fault]) }
            return look(at: try document.bitmap(side: IconScale.two.ideal), of: svg, faults)
        } catch {
            let fault = "is a broken SVG (\(error)); correct it there, or save it again."
            return finding(svg, faults + [unreadable(svg.name, fault)])
        }
    }

    /// Runs the tests of the visible picture, after those of the file.
    private static func look(
        at bitmap: Bitmap, of variant: IconFiles.Variant, _ before: [Diagnostic]
    ) -> Finding {
        let picture = Picture(name: variant.name, bitmap: bitmap)
        return Finding(
            variant.name, variant.scale, bitmap: bitmap,
            before.map { IconFault($0) } + (picture?.faults ?? []))
    }

    private static func finding(
        _ variant: IconFiles.Variant, _ diagnostics: [Diagnostic], _ bitmap: Bitmap? = nil
    ) -> Finding {
        Finding(variant.name, variant.scale, bitmap: bitmap, diagnostics.map { IconFault($0) })
    }

    private static func unreadable(_ name: String, _ reason: String) -> Diagnostic {
        Diagnostic(.iconUnreadable, at: pointer, "\(name) \(reason)")
    }
}

// MARK: - Size

extension IconRules {
    private static func weight(_ variant: IconFiles.Variant) -> Diagnostic? {
        let count = variant.bytes.count
        guard count > IconFiles.maximumBytes else { return nil }
        // The reader stops one byte past the limit, so the true size is unknown.
        let sentence = """
            \(variant.name) has more than \(IconFiles.maximumBytes) bytes (256 KiB); a template icon needs \
            about 1 KiB. Save it without metadata and layers, or simplify the drawing.
            """
        return Diagnostic(.iconBytes, at: pointer, sentence)
    }

    private static func canvas(_ png: IconFiles.Variant, _ header: PNGHeader) -> Diagnostic? {
        let (width, height, scale) = (header.width, header.height, png.scale)
        guard width != height || !scale.canvas.contains(width) else { return nil }
        let ideal = "\(scale.ideal) x \(scale.ideal)"
        var remedy = "pad or scale it to \(ideal)"
        if width != height, scale.canvas.contains(max(width, height)) {
            remedy = "pad it with transparent pixels to \(max(width, height)) x \(max(width, height))"
        } else if scale == .two, width == height,
            let other = IconScale.allCases.first(where: { $0.canvas.contains(width) })
        {
            remedy = "draw it at \(ideal), and ship this one beside it as \(other.suffix)"
        }
        let range = "\(scale.canvas.lowerBound) to \(scale.canvas.upperBound)"
        let sentence = """
            \(png.name) is \(width) x \(height) pixels, and an icon for \(scale.suffix) is a square of \
            \(range); \(remedy).
            """
        return Diagnostic(.iconSize, at: pointer, sentence)
    }

    private static func canvas(_ svg: IconFiles.Variant, _ document: SVGDocument) -> Diagnostic? {
        guard let size = document.size, size.width > 0, size.height > 0 else {
            let remedy = "give its svg element a square viewBox, such as viewBox=\"0 0 16 16\""
            return Diagnostic(.iconSize, at: pointer, "\(svg.name) has no size to be scaled from; \(remedy).")
        }
        // Editors write 15.999; a hundredth of the side is under one pixel of 70.
        guard abs(size.width - size.height) > 0.01 * max(size.width, size.height) else { return nil }
        let longer = text(max(size.width, size.height))
        let sentence = """
            \(svg.name) is \(text(size.width)) x \(text(size.height)), and an icon is square; widen its \
            viewBox to \(longer) x \(longer) around the drawing.
            """
        return Diagnostic(.iconSize, at: pointer, sentence)
    }

    /// A number with at most two decimals, without trailing zeros.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        guard rounded.magnitude < 1e15 else { return "\(rounded)" }
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
