// SPDX-License-Identifier: Apache-2.0
//
// A transform makes changed copies of the items, behind a switch of the sheet; an inspector reports metadata
// of the items. So neither has network access, or write access outside the folder of the copies, and a
// transform's form contains only choices, because the switch can display nothing else.

import StrictJSON

extension Manifest {
    package enum WrittenCategory: String, CaseIterable, Sendable, JSONConvertible {
        case action, share, transform, inspect
    }

    /// Types that the clauses name in full, without wildcards.
    package var acceptedTypes: [ContentType] {
        accepts.flatMap(\.types).compactMap { if case .exact(let type) = $0 { type } else { nil } }
    }

    package var writtenCategory: WrittenCategory {
        if isInspector { return .inspect }
        return transform != nil ? .transform : category == .share ? .share : .action
    }

    /// Whether the bundle is a regular activity, not a transform or an inspector.
    package var isActivity: Bool { transform == nil && !isInspector }

    /// Subject for diagnostics of a bundle that is not a regular activity.
    fileprivate var kind: String { isInspector ? "An inspector" : "A transform" }
}

extension ManifestDecoder {
    /// Reads the category, and the keys of a transform.
    func readCategory(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        let category: Manifest.WrittenCategory? = reader.required(
            "category", "\"action\", \"share\" or \"transform\"")
        manifest.category = category == .share ? .share : .action
        manifest.isInspector = category == .inspect
        if manifest.isInspector, !isSystem {
            reader.report(
                .inspectCustom, at: "category",
                message:
                    "What is inside the shared items is said by the system alone. "
                    + "Write \"action\", \"share\" or \"transform\".")
        }
        // A bundle with "makes" is validated as a transform even if its category is misspelt, so that one
        // mistake is one error.
        guard category == .transform || category == nil && reader.object.value("makes") != nil else {
            let _: [FactKind]? = reader.optional("removes")
            if reader.object.value("removes") ?? .null != .null {
                reader.report(
                    .manifestValue, at: "removes",
                    message: "Only a transform removes facts. Drop \"removes\".")
            }
            let _: String? = reader.optional("makes")
            if reader.object.value("makes") ?? .null != .null {
                reader.report(
                    .manifestValue, at: "makes",
                    message: "Only a transform makes content. Drop \"makes\", or write \"transform\"."
                )
            }
            return
        }
        manifest.transform = Transform()
        manifest.match = .any
        manifest.transform?.removes = reader.optional("removes") ?? []
        let makes: String? = reader.required("makes", "the type of what it makes, or \"same\"")
        guard let makes, !makes.isExactly(Transform.same) else { return }
        let type = ContentType(makes).flatMap { $0.isLink || $0.isInode ? nil : $0 }
        manifest.transform?.makes = type
        if type == nil {
            reader.report(
                .manifestValue, at: "makes",
                message: "\"\(makes)\" is not a type of files. Write one like image/jpeg, or \"same\".")
        }
    }

    /// Reports a key that only a regular activity may have.
    func checkAbsence(of key: String, in reader: inout ObjectReader, _ manifest: Manifest) {
        let value: JSON? = reader.optional(key)
        guard value ?? .null != .null else { return }
        reader.report(
            .manifestValue, at: key,
            message: "\(manifest.kind) is in no list of activities. Drop \"\(key)\".")
    }

    func checkTransform(_ object: JSON.Object, _ manifest: Manifest, _ reader: inout ObjectReader) {
        checkProgram(object, manifest, &reader)
        for (index, field) in manifest.form.enumerated() {
            if field.kind != .choice || field.isLive {
                reader.add([
                    Diagnostic(
                        .manifestValue, at: "/form/\(index)/type",
                        "A transform is refined by choices alone. "
                            + "Make \"\(field.id)\" a choice, and list its options."
                    )
                ])
            }
            if field.remembers {
                reader.add([
                    Diagnostic(
                        .manifestValue, at: "/form/\(index)/remember",
                        "A transform's answers are not remembered. Drop \"remember\", and write a default."
                    )
                ])
            }
        }
    }

    func checkInspector(_ object: JSON.Object, _ manifest: Manifest, _ reader: inout ObjectReader) {
        checkProgram(object, manifest, &reader)
        guard !manifest.form.isEmpty else { return }
        reader.report(
            .manifestValue, at: "form", message: "An inspector asks nothing. Drop \"form\".")
    }

    /// Forces the perform options that transforms and inspectors cannot choose.
    func narrow(_ manifest: inout Manifest) {
        (manifest.performOptions.network, manifest.performOptions.writes) = (false, [])
        if manifest.isInspector { manifest.performOptions.representations = .all }
    }

    private func checkProgram(_ object: JSON.Object, _ manifest: Manifest, _ reader: inout ObjectReader) {
        func report(_ rule: Rule, _ pointer: String, _ message: String) {
            reader.add([Diagnostic(rule, at: pointer, message)])
        }
        let (kind, options) = (manifest.kind, manifest.performOptions)
        if case .object(let perform)? = object.value("perform"), perform.value("network") == true {
            report(
                .transformNetwork, "/perform/network",
                "\(kind) has no network, so that nothing leaves before the person has chosen where. "
                    + "Drop \"network\", or make it a \"share\".")
        }
        if options.writes?.isEmpty == false {
            report(
                .transformWrites, "/perform/writes",
                "\(kind) writes to no folder of the person's. Drop \"writes\", or make it an \"action\".")
        }
        switch manifest.perform {
        case .uri:
            report(.manifestValue, "/perform/uri", "A link runs nothing here. Run a program by \"exec\".")
        case .exec(let exec):
            for (index, argument) in exec.enumerated() where !ExecArgument(argument).codes.isEmpty {
                report(
                    .transformArguments, "/perform/exec/\(index)",
                    "ps shows arguments, and so the names of files, to everybody. "
                        + "Drop \"\(argument)\", and read the items from the request.")
            }
            if !exec.isEmpty, options.stdin != .request {
                report(
                    .manifestValue, "/perform/stdin",
                    "\(kind) is given the items by its standard input alone. Write \"stdin\": \"request\".")
            }
        }
        if options.each != .no {
            report(
                .manifestValue, "/perform/each", "\(kind) is given all items at once. Drop \"each\".")
        }
        if options.handsOver {
            report(
                .manifestValue, "/perform/handsOver",
                "Nothing is read of a program once it has exited. "
                    + "Drop \"handsOver\", and have it wait for its programs."
            )
        }
        if options.asks { report(.manifestValue, "/perform/asks", "\(kind) has no window. Drop \"asks\".") }
    }
}
