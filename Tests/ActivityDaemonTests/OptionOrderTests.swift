// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Testing

@testable import ActivityDaemon

/// The order of options, and of the steps of a Prepare.
struct OptionOrderTests {
    private static func bundle(
        _ name: String, _ title: String, de: String? = nil, position: Int? = nil, joins: Bool = false
    ) -> Bundle {
        var manifest = Manifest()
        manifest.title = title
        if let de { manifest.titles = Titles(["de": de]) }
        manifest.position = position
        manifest.transform = Transform()
        if joins { manifest.transform?.makes = ContentType("application/zip") }
        let record = BundleRecord(
            identifier: "org.example." + name, path: "", source: position == nil ? .custom : .system,
            manifest: manifest)
        return Bundle(record, standing: .present, diagnostics: [])
    }

    private static let bundles = [
        bundle("zip", "Archive", position: 1, joins: true), bundle("second", "A", position: 2),
        bundle("b", "Blur", de: "Unscharf"), bundle("a", "Crop", de: "Ähnlich zuschneiden"),
        bundle("c", "Watermark"), bundle("d", "watermark"), bundle("all", "Album", joins: true),
    ]

    @Test(arguments: [
        (nil, ["second", "b", "a", "c", "d", "zip", "all"]),
        ("de", ["second", "a", "b", "c", "d", "zip", "all"]),
    ])
    func `Custom options are sorted by their title in the language of the request`(
        _ locale: String?, _ names: [String]
    ) {
        let tag = locale.flatMap { LocaleTag($0) }
        for bundles in [Self.bundles, Self.bundles.reversed()] {
            let sorted = bundles.sorted { OptionOrder($0, tag) < OptionOrder($1, tag) }
            #expect(sorted.map { String($0.identifier.dropFirst("org.example.".count)) } == names)
        }
    }
}
