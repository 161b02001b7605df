// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// One file of an icon with the judge's findings, for its author.
package struct ExaminedFile: Hashable, Sendable {
    /// The judged picture; a drawing as rendered at 70 pixels.
    package struct Picture: Hashable, Sendable {
        package let width: Int
        package let height: Int
        package let png: [UInt8]

        package init(width: Int, height: Int, png: [UInt8]) {
            (self.width, self.height, self.png) = (width, height, png)
        }
    }

    /// A rectangle of pixels, from the upper left.
    package struct Box: Hashable, Sendable {
        package let x: Int
        package let y: Int
        package let width: Int
        package let height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// A fault and its position: a box or single pixels; without either, the whole picture.
    package struct Fault: Hashable, Sendable {
        package let diagnostic: Diagnostic
        package let box: Box?
        /// A PNG of the picture's size, opaque at the offending pixels.
        package let pixels: [UInt8]?

        package init(diagnostic: Diagnostic, box: Box? = nil, pixels: [UInt8]? = nil) {
            (self.diagnostic, self.box, self.pixels) = (diagnostic, box, pixels)
        }
    }

    /// The file's name in the bundle.
    package let name: String
    /// The file's screen density, 1 to 3.
    package let scale: Int
    /// The picture; nil if the file was not decoded, or if the picture cannot be encoded.
    package var picture: Picture?
    /// The box around all visible pixels; nil if there are none, or if the picture is not square.
    package var box: Box?
    /// Errors first.
    package let faults: [Fault]

    package init(name: String, scale: Int, faults: [Fault]) {
        (self.name, self.scale, self.faults) = (name, scale, faults)
    }
}

extension ExaminedFile: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        (name, scale) = (try object.read("name"), try object.read("scale"))
        (picture, box, faults) = (
            try object.read("picture"), try object.read("box"), try object.read("faults")
        )
    }

    package var object: JSON.Object {
        .withoutNulls(["name": name, "scale": scale, "picture": picture, "box": box, "faults": faults])
    }
}

extension ExaminedFile.Picture: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        (width, height) = (try object.read("width"), try object.read("height"))
        png = try Base64.bytes(try object.read("png"))
    }

    package var object: JSON.Object {
        .withoutNulls(["width": width, "height": height, "png": Base64.encode(png)])
    }
}

extension ExaminedFile.Box: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        (x, y) = (try object.read("x"), try object.read("y"))
        (width, height) = (try object.read("width"), try object.read("height"))
    }

    package var object: JSON.Object { .withoutNulls(["x": x, "y": y, "width": width, "height": height]) }
}

extension ExaminedFile.Fault: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        (diagnostic, box) = (try object.read("diagnostic"), try object.read("box"))
        let pixels: String? = try object.read("pixels")
        self.pixels = if let pixels { try Base64.bytes(pixels) } else { nil }
    }

    package var object: JSON.Object {
        .withoutNulls(["diagnostic": diagnostic, "box": box, "pixels": pixels.map { Base64.encode($0) }])
    }
}

extension Base64 {
    static func bytes(_ text: String) throws(JSON.Mismatch) -> [UInt8] {
        guard let bytes = decode(text) else { throw JSON.Mismatch(expected: "base64 with padding") }
        return bytes
    }
}
