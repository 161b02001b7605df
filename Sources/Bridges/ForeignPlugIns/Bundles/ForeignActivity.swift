// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import StrictJSON

/// An action of a foreign file, parsed.
package struct ForeignActivity: Sendable {
    package let identifier: String
    package var title: ForeignTitle
    /// Titles keyed by locale, spelled as in the file.
    package var titles: [String: ForeignTitle] = [:]
    /// The submenu that contains the action, as a subtitle.
    package var product: String?
    /// A name in an icon theme.
    package var icon: String?
    package var isShare = false
    package var activation: Activation
    package var command: PlugInCommand
    /// Whether the program starts in the file's folder instead of the home folder.
    package var startsBesideFile = false
    /// Lists of alternatives; one program of each list must be installed.
    package var programs: [[String]] = []
    package var desktops: [String] = []
    package var receiver: Receiver?

    /// An app that is handed the request: it may keep running, and sends over the network.
    package struct Receiver: Sendable {
        package let application: String
        /// Texts and links that it accepts besides files.
        package var texts: Activation?
        /// Its name on the session's bus, if it is called there.
        package var service: String?
    }

    /// Whether this action does the same as another, everywhere that the other is offered.
    func serves(for other: ForeignActivity) -> Bool {
        command == other.command && activation.covers(other.activation)
            && programs.allSatisfy(other.programs.contains)
            && (desktops.isEmpty || desktops == other.desktops)
    }

    /// - Parameter origin: the foreign file's absolute path; nil for an independent bundle.
    package func manifest(origin: String?) throws(Omission) -> JSON.Object {
        try checkProgram()
        var manifest = JSON.Object([
            ("manifestVersion", 1), ("identifier", .string(identifier)), ("title", .string(title.text)),
        ])
        let translations = titles.filter { isTranslation($0, $1) }.sorted { $0.key < $1.key }
        if !translations.isEmpty {
            manifest.set(
                "titles", .object(JSON.Object(translations.map { ($0.key, .string($0.value.text)) })))
        }
        if let product, !product.isEmpty { manifest.set("product", .string(product)) }
        if let origin { manifest.set("origin", .string(origin)) }
        manifest.set("icon", "icon.svg")
        manifest.set("category", isShare ? "share" : "action")
        if let receiver { manifest.set("application", .string(receiver.application)) }
        manifest.set("accepts", .array(try activation.clauses() + (receiver?.texts?.clauses() ?? [])))
        if let requires { manifest.set("requires", .object(requires)) }
        manifest.set("perform", .object(perform))
        return manifest
    }

    /// Refuses a relative path: a manifest would resolve it inside the bundle.
    private func checkProgram() throws(Omission) {
        guard let program = command.program, program.contains("/"), !program.hasPrefix("/") else { return }
        throw Omission("Its program, \(program), is named by a path that leads from no certain place.")
    }

    /// Whether a translation is valid: the loader would drop a faulty one with a warning that its author
    /// cannot read.
    private func isTranslation(_ locale: String, _ translation: ForeignTitle) -> Bool {
        LocaleTag(locale) != nil && translation.text != title.text
            && TitleRules.error(in: translation.text, reserved: ReservedTitles([])) == nil
    }

    private var requires: JSON.Object? {
        var lists = programs
        for program in command.programs where !lists.contains([program]) { lists.append([program]) }
        var requires = JSON.Object()
        if !lists.isEmpty {
            requires.set(
                "programs",
                .array(lists.map { $0.count == 1 ? .string($0[0]) : .array($0.map { .string($0) }) }))
        }
        if let service = receiver?.service { requires.set("services", .array([.string(service)])) }
        if !desktops.isEmpty { requires.set("desktops", .array(desktops.map { .string($0) })) }
        return requires.members.isEmpty ? nil : requires
    }

    private var perform: JSON.Object {
        var perform = JSON.Object([("exec", .array(command.exec.map { .string($0) }))])
        // KIO, GIO and libfm start one program per file, all at once, whether or not others fail.
        if command.each { perform.set("each", "together") }
        if startsBesideFile { perform.set("workingDirectory", "item") }
        if title.asks { perform.set("asks", true) }
        if receiver != nil {
            perform.set("stdin", "request")
            perform.set("handsOver", true)
            perform.set("network", true)
        }
        return perform
    }
}
