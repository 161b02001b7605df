// SPDX-License-Identifier: Apache-2.0

import StrictJSON

extension ManifestDecoder {
    func readPerform(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        guard reader.object.value("perform") ?? .null != .null else {
            let _: JSON.Object? = reader.required(
                "perform", "what is run: {\"exec\": […]} or {\"uri\": \"…\"}")
            return
        }
        guard var perform = ObjectReader("perform", in: &reader) else { return }
        readOptions(&perform, &manifest)
        checkEach(&perform, manifest.performOptions)
        checkRepresentations(&perform, manifest.performOptions)
        let exec: [String]? = perform.optional("exec")
        let uri: String? = perform.optional("uri")
        if !perform.diagnostics.hasErrors || exec != nil || uri != nil {
            switch (exec, uri) {
            case (let exec?, nil): check(exec, &perform, &manifest)
            case (nil, let uri?): check(uri, &perform, &manifest)
            default:
                perform.report(
                    .performSingle,
                    message: "perform has exactly one of \"exec\" and \"uri\". Write one of them.")
            }
        }
        reader.add(perform.finish())
    }

    private func readOptions(_ perform: inout ObjectReader, _ manifest: inout Manifest) {
        var options = PerformOptions()
        options.stdin = perform.optional("stdin") ?? .none
        options.representations = perform.optional("representations") ?? .taken
        options.asks = perform.optional("asks") ?? false
        options.handsOver = perform.optional("handsOver") ?? false
        options.timeoutUSec = perform.integer("timeoutUSec", in: 1...JSON.largestInteger)
        options.network = perform.optional("network") ?? true
        options.writes = perform.optional("writes")
        options.each = perform.optional("each") ?? .no
        options.workingDirectory = perform.optional("workingDirectory") ?? .home
        manifest.performOptions = options
    }

    private func check(_ exec: [String], _ perform: inout ObjectReader, _ manifest: inout Manifest) {
        manifest.perform = .exec(exec)
        checkProgram(exec.first ?? "", at: "exec", &perform)
        let arguments = exec.map { ExecArgument($0) }
        manifest.needsLocalPaths =
            manifest.performOptions.stdin == .none && arguments.contains(where: \.takesPaths)
        for (index, argument) in arguments.enumerated() {
            checkCodes(argument, index, &perform)
        }
        checkSingle(arguments, &perform, manifest)
        checkNames(arguments, &perform, manifest)
        checkAnswers(arguments, "exec", &perform, manifest)
    }

    /// Reports names in braces that match no field. The daemon passes them on literally, since they may be
    /// part of a program (awk's, sed's); only a name that is a whole argument, or close to a field's id, is
    /// reported as a likely mistake.
    private func checkNames(_ arguments: [ExecArgument], _ perform: inout ObjectReader, _ manifest: Manifest)
    {
        let fields = manifest.form.map(\.id)
        for (index, argument) in arguments.enumerated() {
            for name in argument.answers where !fields.contains(name) {
                let near = fields.near(name)
                // A field with an invalid id already has a diagnostic.
                guard near.map(FormField.isIdentifier) != false,
                    let advice = near.map({ "Was {\($0)} meant?" }) ?? Self.advice(name, argument)
                else { continue }
                perform.report(
                    .formUnknown, at: "exec", "\(index)",
                    message:
                        "No field has the id \"\(name)\", so {\(name)} is handed over as it stands. \(advice)"
                )
            }
        }
    }

    /// The remedy for an argument that is nothing but a name in braces; nil for any other argument.
    private static func advice(_ name: String, _ argument: ExecArgument) -> String? {
        guard argument.parts.count == 1 else { return nil }
        return switch name {
        case "text": "Write \"stdin\": \"text\" to be given the text."
        case "uri": "Write %u, or %U for all items."
        case "name": "Write \"stdin\": \"request\" to be given names."
        case "caption", "subject": "Write \"stdin\": \"request\" to be given the \(name)."
        default: "Add the field to \"form\", or write what is meant."
        }
    }

    func checkProgram(_ program: String, at name: String, _ reader: inout ObjectReader) {
        if program.isEmpty {
            reader.report(
                .manifestValue, at: name,
                message: "There is no program. Write it first, its arguments after it.")
        } else if BundlePath.isPath(program), !BundlePath.isAbsolute(program), !BundlePath.isInside(program) {
            reader.report(
                .bundlePath, at: name, "0",
                message:
                    "\"\(program)\" is not written as a path inside the bundle. Put the program into "
                    + "a folder there and write its path, such as bin/run, or a plain program name."
            )
        }
    }

    private func checkCodes(_ argument: ExecArgument, _ index: Int, _ perform: inout ObjectReader) {
        if let unknown = argument.codes.first(where: { !"fFuU".contains($0) }) {
            perform.report(
                .manifestValue, at: "exec", "\(index)",
                message: "%\(unknown) is not a field code. Known: %f %F %u %U; write %% for a percent sign.")
        }
        if argument.expandsToAllItems, argument.parts.count > 1 {
            perform.report(
                .manifestValue, at: "exec", "\(index)",
                message: "%F and %U become many arguments. Write each as an argument of its own.")
        }
        if index == 0, !argument.codes.isEmpty || !argument.answers.isEmpty {
            perform.report(
                .manifestValue, at: "exec", "\(index)",
                message: "The program itself has no codes or answers. Name it plainly.")
        }
    }

    /// Only a program can be started several times, and it must exit if the next run waits for it.
    private func checkEach(_ perform: inout ObjectReader, _ options: PerformOptions) {
        guard options.each != .no else { return }
        if perform.object.value("uri") ?? .null != .null {
            perform.report(
                .manifestValue, at: "each",
                message: "A link is opened once. Drop \"each\", or run a program by \"exec\".")
        } else if options.each == .inTurn, options.handsOver {
            perform.report(
                .manifestValue, at: "each",
                message:
                    "A program that may never exit lets no other follow it. Write \"each\": \"together\".")
        }
    }

    /// Only a request has room for more than one form of an item.
    private func checkRepresentations(_ perform: inout ObjectReader, _ options: PerformOptions) {
        guard options.representations == .all, options.stdin != .request else { return }
        perform.report(
            .manifestValue, at: "representations",
            message:
                "Only a request holds all forms of an item. Write \"stdin\": \"request\", or drop the key.")
    }

    /// `%f` and `%u` expand to one file or URI, so no clause may accept more, unless the program runs once
    /// for each item.
    private func checkSingle(_ arguments: [ExecArgument], _ perform: inout ObjectReader, _ manifest: Manifest)
    {
        guard manifest.performOptions.each == .no,
            let index = arguments.firstIndex(where: \.expandsToOneItem),
            manifest.accepts.contains(where: { $0.max != 1 })
        else { return }
        perform.report(
            .performSingle, at: "exec", "\(index)",
            message:
                "%f and %u take one item, but a clause lets more through. Write \"each\": true to start "
                + "the program once for each item, give every clause \"max\": 1, or write %F or %U."
        )
    }

    private func check(_ uri: String, _ perform: inout ObjectReader, _ manifest: inout Manifest) {
        manifest.perform = .uri(uri)
        let template = ExecArgument(uri, percentCodes: false)
        let scheme = uri.prefix { $0 != ":" }
        if scheme.count == uri.count || !WebAddress.isScheme(scheme) {
            perform.report(
                .manifestValue, at: "uri",
                message: "\"\(uri)\" is not a URI. Write one like mailto:?body={text}.")
        }
        let fields = manifest.form.map(\.id)
        for name in template.answers {
            if fields.contains(name) {
                guard FormField.words.contains(name) else { continue }
                perform.report(
                    .formUnknown, at: "uri",
                    message:
                        "{\(name)} is the answer to the field here, and not the \(name) of what is shared. "
                        + "Give the field another id if that was meant.")
            } else if !FormField.reservedIdentifiers.union(FormField.words).contains(name),
                fields.near(name).map(FormField.isIdentifier) != false
            {
                perform.report(
                    .manifestValue, at: "uri",
                    message:
                        "{\(name)} is neither text, caption, subject, uri or name nor a field of the form. "
                        + "Add the field, or correct the name."
                )
            }
        }
        checkAnswers([template], "uri", &perform, manifest)
    }

    /// Reports fields that nothing reads, and secrets in arguments.
    private func checkAnswers(
        _ arguments: [ExecArgument], _ key: String, _ perform: inout ObjectReader, _ manifest: Manifest
    ) {
        let read = Set(arguments.flatMap(\.answers))
        for (index, field) in manifest.form.enumerated() {
            if field.kind.isSecret, read.contains(field.id) {
                perform.add([
                    Diagnostic(
                        .formSecret, at: perform.pointer(to: key),
                        "{\(field.id)} is a \(field.kind.rawValue): ps shows arguments to everybody. "
                            + "Take it by \"stdin\": \"request\".")
                ])
            } else if FormField.isIdentifier(field.id), !read.contains(field.id),
                manifest.performOptions.stdin != .request
            {
                perform.add([
                    Diagnostic(
                        .formUnused, at: "/form/\(index)",
                        "Nothing reads the answer \"\(field.id)\". " + Self.advice(unread: field))
                ])
            }
        }
    }

    private static func advice(unread field: FormField) -> String {
        field.kind.isSecret
            ? "Take it by \"stdin\": \"request\": ps shows arguments to everybody."
            : "Write {\(field.id)} where it belongs, or take it by \"stdin\": \"request\"."
    }
}
