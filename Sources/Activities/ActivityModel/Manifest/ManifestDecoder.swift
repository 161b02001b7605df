// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Parses manifest.json and collects all its faults.
///
/// `TitleRules` checks titles, and the drawing process icons; this type checks the rest of
/// activity-manifest(5).
package struct ManifestDecoder {
    /// 64 KiB: nine languages and thirty-two clauses take a tenth of it.
    package static let maximumBytes = 65_536
    package static let maximumClauses = 32
    package static let maximumTypes = 64
    package static let advisedFields = 6

    /// Whether the bundle is in a system folder: a system activity must have a position, and no other bundle
    /// may.
    package let isSystem: Bool
    /// Whether a generator made the bundle, so that it may have an origin.
    package let isGenerated: Bool
    /// The folder's name; nil if the bundle has no folder yet.
    package let folder: String?

    package init(isSystem: Bool, isGenerated: Bool = false, folder: String?) {
        self.isSystem = isSystem
        self.isGenerated = isGenerated
        self.folder = folder
    }

    package struct Result: Sendable {
        /// The manifest as far as it could be parsed; complete if no diagnostic is an error.
        package var manifest = Manifest()
        package var diagnostics: [Diagnostic] = []
    }

    package func decode(_ bytes: [UInt8]) -> Result {
        guard bytes.count <= Self.maximumBytes else {
            return fault(
                .manifestBytes, "manifest.json is larger than 64 KiB. Shorten it; pictures go beside it.")
        }
        do {
            guard case .object(let object) = try JSON(parsing: bytes) else {
                return fault(.manifestType, "manifest.json is not an object. Write { … } around its keys.")
            }
            return decode(object)
        } catch {
            let remedy = error.remedy.map { " \($0)" } ?? ""
            return fault(.manifestJSON, "manifest.json is not JSON, at \(error).\(remedy)")
        }
    }

    /// Keys that restrict an activity, with the object that they belong in; misplaced, they would be ignored
    /// and leave it unrestricted.
    private static let narrowing = ["network": "perform", "writes": "perform"]

    private func fault(_ rule: Rule, _ message: String) -> Result {
        Result(diagnostics: [Diagnostic(rule, at: "", message)])
    }

    private func decode(_ object: JSON.Object) -> Result {
        var reader = ObjectReader(object, at: "")
        var manifest = Manifest()
        guard readVersion(&reader) else { return Result(diagnostics: reader.diagnostics) }
        readIdentity(&reader, &manifest)
        readPresentation(&reader, &manifest)
        readActivation(&reader, &manifest)
        readForm(&reader, &manifest)
        readPerform(&reader, &manifest)
        if manifest.transform != nil { checkTransform(reader.object, manifest, &reader) }
        if manifest.isInspector { checkInspector(reader.object, manifest, &reader) }
        if !manifest.isActivity { narrow(&manifest) }
        return Result(manifest: manifest, diagnostics: reader.finish(misplaced: Self.narrowing).errorsFirst)
    }

    /// A manifest of another version is not parsed any further: its keys may mean anything.
    private func readVersion(_ reader: inout ObjectReader) -> Bool {
        let version: JSON? = reader.object.value("manifestVersion")
        if case .integer(let version)? = version, version != 1 {
            reader.report(
                .manifestVersion, at: "manifestVersion",
                message: "Version \(version) is unknown. Write 1.")
            return false
        }
        let _: Int? = reader.required("manifestVersion", "write 1")
        return true
    }

    private func readIdentity(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        // Editors find the JSON Schema by this key.
        let _: String? = reader.optional("$schema")
        manifest.identifier = reader.required("identifier", "a name such as org.example.resize") ?? ""
        manifest.version = reader.optional("version")
        manifest.vendor = reader.optional("vendor")
        manifest.product = reader.optional("product")
        manifest.application = reader.optional("application")
        if manifest.application?.isEmpty == true {
            reader.report(
                .manifestValue, at: "application",
                message:
                    "No application has an empty name. Write its desktop entry's id, or leave the key out.")
        }
        readOrigin(&reader, &manifest)
        manifest.position = reader.integer("position", in: 0...JSON.largestInteger)
        if case .string = reader.object.value("identifier") { checkIdentifier(manifest.identifier, &reader) }
    }

    private func checkPosition(_ reader: inout ObjectReader, _ manifest: Manifest) {
        let isMissing = reader.object.value("position") ?? .null == .null
        if isSystem, isMissing, !manifest.isInspector {
            reader.report(
                .manifestMissing, at: "position",
                message: "The key \"position\" is missing: a system activity has its place.")
        } else if !isSystem, manifest.position != nil {
            reader.report(
                .positionCustom, at: "position",
                message: "Only system activities have a position, and come first. Take \"position\" out.")
        }
    }

    private func readOrigin(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        manifest.origin = reader.optional("origin")
        guard let origin = manifest.origin else { return }
        if !isGenerated {
            reader.report(
                .manifestValue, at: "origin",
                message: "Only what a generator has made has an origin. Take \"origin\" out.")
        } else if !BundlePath.isAbsolute(origin) {
            reader.report(
                .manifestValue, at: "origin",
                message: "\"\(origin)\" is no absolute path. Name the file that the bundle was made of.")
        }
    }

    private func checkIdentifier(_ identifier: String, _ reader: inout ObjectReader) {
        guard Identifier.isValid(identifier) else {
            let form =
                "two or more labels of A-Z a-z 0-9 _ -, joined by dots, "
                + "none beginning with a digit or a hyphen"
            return reader.report(
                .identifierForm, at: "identifier",
                message:
                    "\"\(identifier)\" is not an identifier: \(form), 128 bytes at most. "
                    + "Write one like org.example.resize."
            )
        }
        guard let folder, !folder.isExactly(identifier + BundleName.ending) else { return }
        let fault = "The folder is named \"\(folder)\""
        if BundleName.identifier(in: folder) == nil {
            reader.warn(
                .identifierFolder, at: "identifier",
                message: "\(fault), so no daemon finds the bundle there: register it, or copy it as "
                    + "\"\(identifier).activity\".")
        } else {
            reader.report(
                .identifierFolder, at: "identifier",
                message: "\(fault). Rename it to \"\(identifier).activity\", or change the identifier.")
        }
    }

    private func readPresentation(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        manifest.title = reader.required("title", "the words below the icon") ?? ""
        manifest.titles = Titles(readLocalisations("titles", &reader))
        checkLanguage(manifest, &reader)
        readCategory(&reader, &manifest)
        checkPosition(&reader, manifest)
        guard manifest.isActivity else { return checkAbsence(of: "icon", in: &reader, manifest) }
        manifest.icon = reader.required("icon", "the file of the template icon, such as icon.png") ?? ""
        guard case .string = reader.object.value("icon") else { return }
        if !BundlePath.isInside(manifest.icon) {
            reader.report(
                .bundlePath, at: "icon",
                message: "The icon must lie inside the bundle. Write a plain relative path, icon.png.")
        } else if !manifest.icon.hasSuffix(".png") && !manifest.icon.hasSuffix(".svg") {
            reader.report(
                .manifestValue, at: "icon",
                message: "An icon is a .png or an .svg file. Export it as one of them.")
        }
    }

    /// Reports a title that differs from the English one in `titles`: readers of unlisted languages see it.
    /// Generated bundles are exempt, because they copy the original's title.
    private func checkLanguage(_ manifest: Manifest, _ reader: inout ObjectReader) {
        guard !isGenerated, !manifest.title.isEmpty, let english = manifest.titles["en"],
            !english.isExactly(manifest.title)
        else { return }
        reader.report(
            .titleLanguage, at: "title",
            message:
                "All whose language is not in \"titles\" read \"\(manifest.title)\", "
                + "but \"en\" says \"\(english)\". Write the English title here, "
                + "and this one in \"titles\" under its language.")
    }

    /// Parses a table of localised texts by locale. An invalid entry is dropped with a warning; the other
    /// entries, and the text that every locale falls back to, are unaffected.
    func readLocalisations(_ name: String, _ reader: inout ObjectReader) -> [String: String] {
        let table: JSON.Object = reader.optional(name) ?? JSON.Object()
        var texts: [String: String] = [:]
        for (locale, value) in table.members {
            guard LocaleTag(locale) != nil else {
                let advice =
                    "\"\(locale)\" is not a locale, and is left out. "
                    + "Write a tag such as de, pt-BR or zh-Hant."
                reader.warn(.manifestValue, at: name, locale, message: advice)
                continue
            }
            guard case .string(let text) = value else {
                let advice =
                    "A string is expected here, not \(value.typeName), and it is left out. "
                    + "Write a text in quotation marks."
                reader.warn(.manifestType, at: name, locale, message: advice)
                continue
            }
            // Empty titles are reported with the other title faults.
            guard name == "titles" || !text.isEmpty else {
                reader.warn(
                    .manifestValue, at: name, locale,
                    message: "The label is empty, and is left out. Translate it, or drop it.")
                continue
            }
            texts[locale] = text
        }
        return texts
    }
}
