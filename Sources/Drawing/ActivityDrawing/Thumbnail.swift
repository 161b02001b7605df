// SPDX-License-Identifier: Apache-2.0
//
// A picture of what a person shares, made small. It travels as pixels, unlike an icon: the bytes of the request are
// any stranger's, and a decoder that they took over could put into a PNG what takes over the next one, in the process
// that shows it. Of pixels only their number can be wrong, and that is checked.

package import StrictJSON

/// A small picture: eight bits a channel, red, green, blue, alpha, straight (a colour is not multiplied by its alpha), row
/// by row from the top without gaps.
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

/// A picture of any size, PNG or SVG, that is to be made small.
package struct ThumbnailRequest: Hashable, Sendable {
    package let picture: [UInt8]
    /// The longer side of the thumbnail, at most; a smaller PNG stays as it is.
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
