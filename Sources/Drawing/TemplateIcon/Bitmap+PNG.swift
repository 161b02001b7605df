// SPDX-License-Identifier: Apache-2.0

import CPNG

extension Bitmap {
    /// PNG_FORMAT_RGBA, a macro that Swift cannot import: colour and alpha, straight, in sRGB.
    private static let format: UInt32 = 3

    /// Decodes a PNG of any colour type and depth. The caller has checked its dimensions (`PNGHeader`).
    ///
    /// - Throws: libpng's message.
    package init(png bytes: [UInt8]) throws(IconError) {
        // libpng keeps the address between its two calls.
        self = try bytes.withUnsafeBufferPointer { buffer throws(IconError) in try Bitmap(png: buffer) }
    }

    private init(png bytes: UnsafeBufferPointer<UInt8>) throws(IconError) {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
            throw image.fault
        }
        image.format = Self.format
        var pixels = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 4)
        guard png_image_finish_read(&image, nil, &pixels, 0, nil) != 0 else { throw image.fault }
        self.init(width: Int(image.width), height: Int(image.height), pixels: pixels)
    }

    /// The picture as PNG, without optional chunks: equal pixels give equal bytes.
    package func png() throws(IconError) -> [UInt8] {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(width)
        image.height = UInt32(height)
        image.format = Self.format
        defer { png_image_free(&image) }
        // Deflate never grows its input by more than a thousandth; the rest is room for the chunks.
        var size = pixels.count + pixels.count / 1000 + height + 4096
        var bytes = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &bytes, &size, 0, pixels, 0, nil) != 0 else {
            throw image.fault
        }
        return Array(bytes.prefix(size))
    }
}

extension png_image {
    fileprivate var fault: IconError {
        let text = withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return .unreadable(text.isEmpty ? "libpng gave up" : text)
    }
}
