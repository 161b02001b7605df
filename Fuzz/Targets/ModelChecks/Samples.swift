// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

extension ContentTypeDatabase {
    /// An excerpt of the shared MIME database with aliases, parent types and a grandparent type.
    package static let small: ContentTypeDatabase = {
        var types = ContentTypeDatabase()
        types.add(aliases: "image/pdf application/pdf\napplication/x-gzip application/gzip\n")
        types.add(subclasses: "image/svg+xml application/xml\napplication/xml text/plain\n")
        types.add(subclasses: "text/x-python text/plain\ninode/mount-point inode/directory\n")
        return types
    }()
}

extension Content {
    /// Contents that differ in number, type, size, location and alternatives, as far as verdicts depend on
    /// them.
    package static let samples: [Content] = [
        [[picture(4_096)]], [[picture(nil)], [drawing]], [[picture(1 << 40)], [picture(1)]],
        [[Representation(type: "x-scheme-handler/https", uri: "https://example.org/"), picture(9)]],
        [[Representation(type: "text/plain", text: "Grüße")]], [[Representation(type: "inode/directory")]],
        [
            [drawing, picture(5_000)], [Representation(type: "text/plain")],
            [Representation(type: "x-scheme-handler/https")],
        ],
    ].map { items in
        let items = items.map { Item($0[0], alternatives: Array($0.dropFirst())) }
        guard let content = try? Content(items) else { fatalError("\(items) are no content") }
        return content
    }

    private static func picture(_ size: Int?) -> Representation {
        Representation(type: "image/png", uri: "file:///a.png", name: "a.png", size: size)
    }

    private static let drawing = Representation(type: "image/svg+xml", uri: "smb://host/a.svg", size: 100)
}

extension Bundle {
    /// A present bundle without diagnostics, so that only the manifest decides whether it is listed.
    package init(of manifest: Manifest) {
        self.init(
            BundleRecord(
                identifier: manifest.identifier, path: "/b", source: .custom, manifest: manifest),
            standing: .present, diagnostics: [])
    }

    /// Bundles whose clauses together have every member that a clause may have, for both kinds of match.
    package static let samples: [Bundle] = [
        #"[{"types":["*/*"],"max":3}]"#,
        #"[{"types":["image/*"],"except":["image/svg+xml"],"min":1,"maxBytes":4096},{"types":["text/plain"]}]"#,
        #"[{"types":["inode/*","x-scheme-handler/https"]},{"types":["application/pdf","*/*"],"maxBytes":1}]"#,
        #"[{"types":["*/*","inode/*"],"local":true,"maxBytes":4096},{"types":["text/plain"]}]"#,
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
