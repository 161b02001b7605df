// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

extension ContentTypeDatabase {
    /// As much of the shared MIME database as has an alias, an ancestor, and an ancestor's ancestor.
    package static let small: ContentTypeDatabase = {
        var types = ContentTypeDatabase()
        types.add(aliases: "image/pdf application/pdf\napplication/x-gzip application/gzip\n")
        types.add(subclasses: "image/svg+xml application/xml\napplication/xml text/plain\n")
        types.add(subclasses: "text/x-python text/plain\ninode/mount-point inode/directory\n")
        return types
    }()
}

extension Request {
    /// Contents that differ in what decides: number, kind, size, place, alternatives.
    package static let samples: [Request] = [
        [[picture(4_096)]], [[picture(nil)], [drawing]], [[picture(1 << 40)], [picture(1)]],
        [[Representation(type: .link, uri: "https://example.org/"), picture(9)]],
        [[Representation(type: .plain, text: "Grüße")]], [[Representation(type: .folder)]],
        [[drawing, picture(5_000)], [Representation(type: .plain)], [Representation(type: .link)]],
    ].map { Request(content: Content($0.map { Content.Item($0) }), types: .small) }

    private static func picture(_ size: Int?) -> Representation {
        Representation(type: .png, uri: "file:///a.png", name: "a.png", size: size)
    }

    private static let drawing = Representation(type: .svg, uri: "smb://host/a.svg", size: 100)
}

extension ContentType {
    fileprivate static let png = named("image/png")
    fileprivate static let svg = named("image/svg+xml")
    fileprivate static let plain = named("text/plain")
    fileprivate static let folder = named("inode/directory")
    fileprivate static let link = named("x-scheme-handler/https")

    private static func named(_ name: String) -> ContentType {
        guard let type = ContentType(name) else { fatalError("\(name) is no type") }
        return type
    }
}

extension Bundle {
    /// A bundle of a manifest, and of nothing else that could keep it from being listed.
    package init(of manifest: Manifest) {
        self.init(
            BundleRecord(identifier: manifest.identifier, path: "/b", source: .custom, manifest: manifest),
            standing: .present, diagnostics: [])
    }

    /// Bundles whose clauses have all that a clause can have.
    package static let samples: [Bundle] = [
        #"[{"types":["*/*"],"max":3}]"#,
        #"[{"types":["image/*"],"except":["image/svg+xml"],"min":1,"maxBytes":4096},{"types":["text/plain"]}]"#,
        #"[{"types":["inode/*","x-scheme-handler/https"]},{"types":["application/pdf","*/*"],"maxBytes":0}]"#,
    ].flatMap { accepts in ["all", "any"].map { Bundle(of: manifest(accepts, match: $0)) } }

    private static func manifest(_ accepts: String, match: String) -> Manifest {
        let text =
            #"{"manifestVersion":1,"identifier":"org.example.a","title":"A","icon":"icon.png","category":"share","#
            + #""match":"\#(match)","accepts":\#(accepts),"perform":{"exec":["true","%F"]}}"#
        let result = ManifestDecoder(isSystem: false, folder: nil).decode(Array(text.utf8))
        guard !result.diagnostics.hasErrors else { fatalError("\(result.diagnostics)") }
        return result.manifest
    }
}
