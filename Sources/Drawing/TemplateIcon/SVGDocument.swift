// SPDX-License-Identifier: Apache-2.0

import CRsvg

/// A parsed drawing, ready to be rendered at any size.
package final class SVGDocument {
    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// The size: the viewBox's in its own units, else width and height in pixels; nil without either.
    package let size: (width: Double, height: Double)?

    /// Parses a drawing with no base address, so that librsvg loads nothing outside it.
    package init(_ bytes: [UInt8]) throws(IconError) {
        var failure: UnsafeMutablePointer<GError>?
        guard let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &failure) else {
            throw Self.fault(failure)
        }
        self.handle = handle
        size = Self.size(of: handle)
    }

    deinit { g_object_unref(handle) }

    private static func size(of handle: UnsafeMutablePointer<RsvgHandle>) -> (Double, Double)? {
        var (hasWidth, hasHeight, hasViewBox) = (gboolean(0), gboolean(0), gboolean(0))
        var (width, height, viewBox) = (RsvgLength(), RsvgLength(), RsvgRectangle())
        rsvg_handle_get_intrinsic_dimensions(
            handle, &hasWidth, &width, &hasHeight, &height, &hasViewBox, &viewBox)
        if hasViewBox != 0 { return (viewBox.width, viewBox.height) }
        var (pixelWidth, pixelHeight) = (0.0, 0.0)
        guard rsvg_handle_get_intrinsic_size_in_pixels(handle, &pixelWidth, &pixelHeight) != 0 else {
            return nil
        }
        return (pixelWidth, pixelHeight)
    }

    private static func fault(_ failure: UnsafeMutablePointer<GError>?) -> IconError {
        defer { if let failure { g_error_free(failure) } }
        let text = failure?.pointee.message.map { String(cString: $0) }
        return .unreadable(text.map(readable) ?? "librsvg gave up")
    }

    /// The message from the line number on: libxml2 prefixes it, as in "XML parse error: Error domain 1 code
    /// 73 on ".
    private static func readable(_ message: String) -> String {
        let text = message.last == "\n" ? message.dropLast() : message[...]
        return String(text.firstRange(of: " on line ").map { "line " + text[$0.upperBound...] } ?? text)
            .replacing(" of data: ", with: ": ")
    }

    /// The drawing on a square canvas of `side` pixels.
    package func bitmap(side: Int) throws(IconError) -> Bitmap { try bitmap(width: side, height: side) }

    func bitmap(width: Int, height: Int) throws(IconError) -> Bitmap {
        guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
        else {
            throw .unreadable("no room for \(width) x \(height) pixels")
        }
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        var failure: UnsafeMutablePointer<GError>?
        guard rsvg_handle_render_document(handle, context, &viewport, &failure) != 0 else {
            throw Self.fault(failure)
        }
        cairo_surface_flush(surface)
        return try Bitmap(surface: surface, width: width, height: height)
    }
}

extension Bitmap {
    /// Converts the premultiplied pixels of a cairo surface.
    fileprivate init(surface: OpaquePointer, width: Int, height: Int) throws(IconError) {
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
            let data = cairo_image_surface_get_data(surface)
        else { throw .unreadable("cairo could not draw it") }
        let stride = Int(cairo_image_surface_get_stride(surface))
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let address = data + y * stride + x * 4
                // An ARGB32 pixel is one native 32-bit number.
                let pixel = address.withMemoryRebound(to: UInt32.self, capacity: 1) { $0.pointee }
                let alpha = pixel >> 24
                for shift: UInt32 in [16, 8, 0] {
                    let channel = pixel >> shift & 0xFF
                    pixels.append(alpha == 0 ? 0 : UInt8(min(255, (channel * 255 + alpha / 2) / alpha)))
                }
                pixels.append(UInt8(alpha))
            }
        }
        self.init(width: width, height: height, pixels: pixels)
    }
}
