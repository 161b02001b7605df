// SPDX-License-Identifier: Apache-2.0

import CPango
import TemplateIcon

/// What is drawn on: points from the upper left corner, `density` pixels each.
final class Canvas {
    /// Cairo's limit of an image is 32,767; a little less than that is left of it.
    static let longestSide = 32_000

    let cairo: OpaquePointer
    private let surface: OpaquePointer
    private let pixelWidth: Int
    private let pixelHeight: Int
    let text: PangoText

    /// - Throws: `request` for a picture that is too large.
    init(width: Double, height: Double, density: Int, text: PangoText) throws(IconError) {
        pixelWidth = Int((width * Double(density)).rounded(.up))
        pixelHeight = Int((height * Double(density)).rounded(.up))
        guard (1...Self.longestSide).contains(pixelWidth), (1...Self.longestSide).contains(pixelHeight) else {
            throw .request("the picture would have \(pixelWidth) x \(pixelHeight) pixels")
        }
        self.text = text
        guard
            let surface = cairo_image_surface_create(
                CAIRO_FORMAT_RGB24, Int32(pixelWidth), Int32(pixelHeight)),
            let cairo = cairo_create(surface)
        else { throw .request("there is no room for \(pixelWidth) x \(pixelHeight) pixels") }
        self.surface = surface
        self.cairo = cairo
        cairo_scale(cairo, Double(density), Double(density))
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    // MARK: Shapes

    func set(_ colour: Colour) {
        cairo_set_source_rgba(cairo, colour.red, colour.green, colour.blue, colour.alpha)
    }

    func fill(_ frame: Rectangle, _ colour: Colour, corner: Double = 0) {
        outline(frame, corner: corner)
        set(colour)
        cairo_fill(cairo)
    }

    func stroke(_ frame: Rectangle, _ colour: Colour, corner: Double = 0, width: Double = 1) {
        outline(frame.inset(width / 2), corner: max(0, corner - width / 2))
        set(colour)
        cairo_set_line_width(cairo, width)
        cairo_stroke(cairo)
    }

    func line(_ points: [(Double, Double)], _ colour: Colour, width: Double = 1, dash: Double = 0) {
        for (index, point) in points.enumerated() {
            index == 0 ? cairo_move_to(cairo, point.0, point.1) : cairo_line_to(cairo, point.0, point.1)
        }
        set(colour)
        cairo_set_line_width(cairo, width)
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        if dash > 0 { cairo_set_dash(cairo, [dash, dash], 2, 0) }
        cairo_stroke(cairo)
        cairo_set_dash(cairo, nil, 0, 0)
    }

    /// The path of a rectangle with round corners.
    func outline(_ frame: Rectangle, corner: Double) {
        cairo_new_path(cairo)
        guard corner > 0 else {
            return cairo_rectangle(cairo, frame.x, frame.y, frame.width, frame.height)
        }
        let (right, bottom) = (frame.maxX - corner, frame.maxY - corner)
        cairo_arc(cairo, right, frame.y + corner, corner, -.pi / 2, 0)
        cairo_arc(cairo, right, bottom, corner, 0, .pi / 2)
        cairo_arc(cairo, frame.x + corner, bottom, corner, .pi / 2, .pi)
        cairo_arc(cairo, frame.x + corner, frame.y + corner, corner, .pi, .pi * 1.5)
        cairo_close_path(cairo)
    }

    /// A soft shadow beneath what is drawn next: many faint outlines, each larger than the last.
    func shadow(_ frame: Rectangle, corner: Double, strength: Double, reach: Double = 28) {
        let layers = 14
        for layer in 0..<layers {
            let spread = reach * Double(layer) / Double(layers)
            let lowered = Rectangle(frame.x, frame.y + reach / 4, frame.width, frame.height)
            let part = strength / Double(layers) * (1 - Double(layer) / Double(layers)) * 1.6
            fill(lowered.inset(-spread), Colour(0x000000, part), corner: corner + spread)
        }
    }

    /// Draws only inside a rectangle, while `draw` runs.
    func clipped(_ frame: Rectangle, corner: Double, _ draw: () -> Void) {
        cairo_save(cairo)
        outline(frame, corner: corner)
        cairo_clip(cairo)
        draw()
        cairo_restore(cairo)
    }

    /// A gradient from top to bottom.
    func shade(_ frame: Rectangle, _ top: Colour, _ bottom: Colour, corner: Double = 0) {
        let pattern = cairo_pattern_create_linear(0, frame.y, 0, frame.maxY)
        cairo_pattern_add_color_stop_rgba(pattern, 0, top.red, top.green, top.blue, top.alpha)
        cairo_pattern_add_color_stop_rgba(pattern, 1, bottom.red, bottom.green, bottom.blue, bottom.alpha)
        outline(frame, corner: corner)
        cairo_set_source(cairo, pattern)
        cairo_fill(cairo)
        cairo_pattern_destroy(pattern)
    }

    // MARK: Text and pictures

    func write(_ words: String, _ style: TextStyle, _ colour: Colour, in frame: Rectangle) {
        set(colour)
        text.draw(words, style, in: frame, on: cairo)
    }

    /// Draws a picture as large as its frame; where it has the frame's very pixels, as they are.
    func draw(_ bitmap: Bitmap, in frame: Rectangle, isSharp: Bool = false) {
        let source = cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, Int32(bitmap.width), Int32(bitmap.height))
        defer { cairo_surface_destroy(source) }
        guard let data = cairo_image_surface_get_data(source) else { return }
        let stride = Int(cairo_image_surface_get_stride(source))
        for y in 0..<bitmap.height {
            let row = (data + y * stride).withMemoryRebound(to: UInt32.self, capacity: bitmap.width) { $0 }
            for x in 0..<bitmap.width { row[x] = bitmap.premultiplied(x, y) }
        }
        cairo_surface_mark_dirty(source)
        cairo_save(cairo)
        cairo_translate(cairo, frame.x, frame.y)
        cairo_scale(cairo, frame.width / Double(bitmap.width), frame.height / Double(bitmap.height))
        cairo_set_source_surface(cairo, source, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(cairo), isSharp ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        cairo_rectangle(cairo, 0, 0, Double(bitmap.width), Double(bitmap.height))
        cairo_fill(cairo)
        cairo_restore(cairo)
    }

    /// What was drawn.
    ///
    /// - Throws: `request` where a letter of it has no font, since a box tells nothing.
    func bitmap() throws(IconError) -> Bitmap {
        if let sentence = text.missing.sentence { throw .request(sentence) }
        cairo_surface_flush(surface)
        guard cairo_status(cairo) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface)
        else {
            throw .request("cairo could not draw it")
        }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var pixels = [UInt8](repeating: 255, count: pixelWidth * pixelHeight * 4)
        for y in 0..<pixelHeight {
            let row = (data + y * stride).withMemoryRebound(to: UInt32.self, capacity: pixelWidth) { $0 }
            for x in 0..<pixelWidth {
                let offset = (y * pixelWidth + x) * 4
                pixels[offset] = UInt8(truncatingIfNeeded: row[x] >> 16)
                pixels[offset + 1] = UInt8(truncatingIfNeeded: row[x] >> 8)
                pixels[offset + 2] = UInt8(truncatingIfNeeded: row[x])
            }
        }
        return Bitmap(width: pixelWidth, height: pixelHeight, pixels: pixels)
    }
}

extension Bitmap {
    /// A pixel as cairo has it.
    fileprivate func premultiplied(_ x: Int, _ y: Int) -> UInt32 {
        let offset = (y * width + x) * 4
        let alpha = UInt32(pixels[offset + 3])
        func part(_ channel: Int) -> UInt32 { (UInt32(pixels[offset + channel]) * alpha + 127) / 255 }
        return alpha << 24 | part(0) << 16 | part(1) << 8 | part(2)
    }
}
