// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import StrictJSON
import TestSupport

/// Bundles for tests.
enum Fixtures {
    static let folder = Checkout.path + "/Tests/Fixtures"

    static let names = Files.names(in: folder)

    /// A valid manifest, distinct for each identifier, with some members replaced; null removes one.
    static func manifest(_ identifier: String, _ members: KeyValuePairs<String, JSON> = [:]) -> String {
        let label = identifier.split(separator: ".").last ?? ""
        var object = JSON.Object([
            ("manifestVersion", 1), ("identifier", .string(identifier)), ("title", "Tone \(label)"),
            ("icon", "icon.png"), ("category", "action"), ("accepts", [["types": ["image/*"]]]),
            ("perform", ["exec": ["run-\(identifier)", "%F"]]),
        ])
        for (name, value) in members { object.set(name, value == .null ? nil : value) }
        return JSON.object(object).prettyPrinted
    }

    /// A stand-in for an icon, which these tests never decode.
    static let icon = "not looked at by this module"

    /// A few loaded system activities.
    static let system: [Bundle] = [
        bundle("io.activityd.print", "Print", ["de": "Drucken", "es": "Imprimir"], ["lp", "%F"]),
        bundle("io.activityd.open", "Open", ["de": "Öffnen"], ["/usr/bin/xdg-open", "%u"]),
    ]

    static func bundle(
        _ identifier: String, _ title: String, _ titles: [String: String], _ exec: [String],
        _ standing: Bundle.Standing = .present
    ) -> Bundle {
        var manifest = Manifest()
        manifest.identifier = identifier
        manifest.title = title
        manifest.titles = Titles(titles)
        manifest.perform = .exec(exec)
        let record = BundleRecord(
            identifier: identifier, path: "/usr/share/activityd/activities/\(identifier).activity",
            source: .system, manifest: manifest)
        return Bundle(record, standing: standing, diagnostics: [])
    }
}
