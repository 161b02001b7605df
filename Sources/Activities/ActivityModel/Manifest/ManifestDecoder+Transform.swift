// SPDX-License-Identifier: Apache-2.0
//
// A transform makes new content of what is shared, behind a switch of the sheet. So it cannot reach anybody, writes nothing
// but that content, and asks nothing that a switch cannot show.

import StrictJSON

extension Manifest {
    /// The categories as manifests and policy write them.
    package enum WrittenCategory: String, CaseIterable, Sendable, JSONConvertible {
        case action, share, transform
    }

    package var writtenCategory: WrittenCategory {
        transform != nil ? .transform : category == .share ? .share : .action
    }
}

extension ManifestDecoder {
    /// Reads the category, and what a transform makes.
    func readCategory(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        let category: Manifest.WrittenCategory? = reader.required(
            "category", "\"action\", \"share\" or \"transform\"")
        manifest.category = category == .share ? .share : .action
        // A bundle with "makes" is judged as a transform even if its category is misspelt, so that one mistake is one error.
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

    /// Reads the program that prints what there is to change.
    func readDescription(_ perform: inout ObjectReader, _ manifest: inout Manifest) {
        guard manifest.transform != nil else {
            let _: [String]? = perform.optional("describeExec")
            if perform.object.value("describeExec") ?? .null != .null {
                perform.report(
                    .manifestValue, at: "describeExec",
                    message: "Only a transform describes what it changes. Drop \"describeExec\".")
            }
            return
        }
        let exec: [String]? = perform.required(
            "describeExec", "a program that prints what there is to change, or nothing")
        guard let exec else { return }
        manifest.transform?.describeExec = exec
        checkProgram(exec.first ?? "", at: "describeExec", &perform)
        let identifiers = Set(manifest.form.map(\.id))
        for (index, argument) in exec.map({ ExecArgument($0) }).enumerated() {
            let isPlain = argument.codes.isEmpty && identifiers.isDisjoint(with: argument.answers)
            let isContent = argument.parts == [.code("F")] || argument.parts == [.code("U")]
            guard !isPlain, index == 0 || !isContent else { continue }
            perform.report(
                .manifestValue, at: "describeExec", "\(index)",
                message:
                    "It is asked about all items at once, and before there are answers. Write %F or %U as an argument of "
                    + "its own, and %% for a percent sign.")
        }
    }

    /// Holds a transform to what it may do, and has it narrowed.
    func checkTransform(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        guard manifest.transform != nil else { return }
        func report(_ rule: Rule, _ pointer: String, _ message: String) {
            reader.add([Diagnostic(rule, at: pointer, message)])
        }
        let options = manifest.performOptions
        if case .object(let perform)? = reader.object.value("perform"), perform.value("network") == true {
            report(
                .transformNetwork, "/perform/network",
                "A transform has no network, so that nothing leaves before the person has chosen where. Drop \"network\", "
                    + "or make it a \"share\".")
        }
        if options.writes?.isEmpty == false {
            report(
                .transformWrites, "/perform/writes",
                "A transform writes to $ACTIVITY_OUTPUT and nowhere else. Drop \"writes\", or make it an \"action\"."
            )
        }
        switch manifest.perform {
        case .uri:
            report(.manifestValue, "/perform/uri", "A link makes no content. Run a program by \"exec\".")
        case .exec(let exec):
            guard !exec.isEmpty, options.stdin == .none, exec.allSatisfy({ ExecArgument($0).codes.isEmpty })
            else { break }
            report(
                .manifestValue, "/perform/exec",
                "A transform never receives the files that it is to change. Write \"%F\" after the program.")
        }
        if options.handsOver {
            report(
                .manifestValue, "/perform/handsOver",
                "What a transform makes is there when it exits. Drop \"handsOver\", and have it wait for its programs."
            )
        }
        if options.asks {
            report(.manifestValue, "/perform/asks", "A transform has no window. Drop \"asks\".")
        }
        for (index, field) in manifest.form.enumerated() {
            if field.kind != .choice || field.isLive {
                report(
                    .manifestValue, "/form/\(index)/type",
                    "A transform is refined by choices alone. Make \"\(field.id)\" a choice, and list its options."
                )
            }
            if field.remembers {
                report(
                    .manifestValue, "/form/\(index)/remember",
                    "Every sheet begins with what is shared as it is. Drop \"remember\", and write a default."
                )
            }
        }
        (manifest.performOptions.network, manifest.performOptions.writes) = (false, [])
    }
}
