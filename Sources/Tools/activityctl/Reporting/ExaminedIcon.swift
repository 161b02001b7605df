// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import StrictJSON

/// An icon file in a report: enlarged with marks on faults, as its bare shape, and at the sizes of a sheet.
struct ExaminedIcon {
    private let file: ExaminedFile

    /// The files of a bundle's icon; empty without an icon.
    ///
    /// - Throws: `Failure` if activity-draw failed or had too many waiting requests.
    static func all(_ files: Result<[ExaminedFile], DrawingError>?) throws -> [ExaminedIcon] {
        do throws(DrawingError) {
            return try files?.get().map(ExaminedIcon.init) ?? []
        } catch .failed(let reason) {
            throw Failure("The icons cannot be looked at: \(printable(reason)).")
        } catch {
            throw Failure("The icons cannot be looked at: too many wait.")
        }
    }

    private init(_ file: ExaminedFile) {
        self.file = file
    }

    var html: HTML {
        """
        <h3>\(file.name)</h3>
        \(file.picture.map(pictures))<ol class="marked">
        \(file.faults.enumerated().map { $1.diagnostic.html(place: nil, number: $0) })</ol>

        """
    }

    private func pictures(_ picture: ExaminedFile.Picture) -> HTML {
        let marks = file.faults.enumerated().map { mark($1, $0, picture) }
        return """
            <p>\(picture.width) × \(picture.height) pixels, for @\(file.scale)x\(middle(picture))</p>
            <div class="pictures" style="--icon: url(\(Self.url(picture.png))); --columns: \(picture.width); \
            --rows: \(picture.height)">
            <figure><div class="enlarged"><img src="\(Self.url(picture.png))" alt="">\(marks)</div>\
            <figcaption>As the file has it</figcaption></figure>
            <figure><div class="enlarged dark"><i class="shape"></i>\(marks)</div>\
            <figcaption>Its shape, which is what a sheet shows</figcaption></figure>
            <figure><div class="samples">\(Self.samples)</div>\
            <figcaption>At 35, 24 and 16 points</figcaption></figure>
            </div>

            """
    }

    private static let samples: [HTML] = ["light", "dark", "tinted"].map { ground in
        let icons: [HTML] = [35, 24, 16].map {
            "<i class=\"shape\" style=\"width: \($0)px; height: \($0)px\"></i>"
        }
        return "<p class=\"\(ground)\">\(icons)</p>"
    }

    private func mark(_ fault: ExaminedFile.Fault, _ index: Int, _ picture: ExaminedFile.Picture) -> HTML {
        let mark = index % ReportStyle.marks
        if let pixels = fault.pixels {
            return "<i class=\"pixels mark\(mark)\" style=\"--pixels: url(\(Self.url(pixels)))\"></i>"
        }
        let box = fault.box ?? ExaminedFile.Box(x: 0, y: 0, width: picture.width, height: picture.height)
        return """
            <i class="box mark\(mark)" style="--x: \(box.x); --y: \(box.y); --width: \(box.width); \
            --height: \(box.height)"></i>
            """
    }

    /// The drawing's position on its canvas.
    private func middle(_ picture: ExaminedFile.Picture) -> HTML? {
        guard let box = file.box else { return nil }
        let right = Self.offset(2 * box.x + box.width - picture.width, "right", "left")
        let down = Self.offset(2 * box.y + box.height - picture.height, "below", "above")
        return """
            . What is seen is \(box.width) × \(box.height) pixels, its middle \(right) and \(down) of the \
            canvas’s
            """
    }

    /// - Parameter halves: offset in half pixels.
    private static func offset(_ halves: Int, _ one: String, _ other: String) -> String {
        "\(abs(halves) / 2)\(halves % 2 == 0 ? "" : ".5") \(halves < 0 ? other : one)"
    }

    private static func url(_ png: [UInt8]) -> String { "data:image/png;base64," + Base64.encode(png) }
}
