// SPDX-License-Identifier: Apache-2.0
//
// A thumbnail of a shared picture. Unlike an icon it is sent as raw pixels: the picture may come from any
// stranger, and a decoder that it compromised could return a PNG that compromises the next decoder, in the
// process that displays it. Of raw pixels only the number can be wrong, and the client checks it.

package import StrictJSON

/// A small picture: eight bits per channel, red, green, blue, alpha, not premultiplied, row by row from the
/// top without gaps.
package struct Thumbnail: Hashable, Sendable {
    /// Valid side lengths, in pixels.
    package static let sides = 1...512

    package let width: Int
    package let height: Int
    package let pixels: [UInt8]

    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.width = width
        self.height = height
        self.pixels = pixels
    }
}

extension Thumbnail: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        (width, height) = (try object.read("width"), try object.read("height"))
        guard Self.sides.contains(width), Self.sides.contains(height) else {
            throw JSON.Mismatch(expected: "sides of 1 to \(Self.sides.upperBound) pixels")
        }
        guard let pixels = Base64.decode(try object.read("rgba")), pixels.count == width * height * 4 else {
            throw JSON.Mismatch(pointer: "/rgba", expected: "four bytes a pixel, in base64")
        }
        self.pixels = pixels
    }

    package var object: JSON.Object {
        .withoutNulls(["width": width, "height": height, "rgba": Base64.encode(pixels)])
    }
}

/// A request for a thumbnail of a picture, PNG or SVG.
package struct ThumbnailRequest: Hashable, Sendable {
    package let picture: [UInt8]
    /// Length of the thumbnail's longer side; a smaller PNG keeps its size.
    package let pixels: Int
    /// Texts that a PNG must contain, by keyword (tEXt chunks); empty to accept any picture.
    package let texts: [String: String]

    package init(_ picture: [UInt8], pixels: Int, texts: [String: String] = [:]) {
        self.picture = picture
        self.pixels = pixels
        self.texts = texts
    }
}

extension ThumbnailRequest: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        picture = try Base64.bytes(try object.read("picture"))
        pixels = try object.read("pixels")
        guard Thumbnail.sides.contains(pixels) else {
            throw JSON.Mismatch(pointer: "/pixels", expected: "1 to \(Thumbnail.sides.upperBound)")
        }
        texts = try object.read("texts")
    }

    package var object: JSON.Object {
        .withoutNulls(["picture": Base64.encode(picture), "pixels": pixels, "texts": texts])
    }
}
