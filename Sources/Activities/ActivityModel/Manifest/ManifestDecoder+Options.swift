// SPDX-License-Identifier: Apache-2.0
//
// The options of a choice: the manifest lists them, or names the program that prints them when a client asks
// for the form.

import StrictJSON

extension ManifestDecoder {
    /// Maximum live fields in one form: their programs run in parallel.
    static let maximumLiveFields = 6

    func readOptions(
        _ reader: inout ObjectReader, _ kind: FormField.Kind?
    ) -> (options: [FormField.Option], optionsExec: [String]?) {
        let listed: [JSON]? = reader.optional("options")
        let optionsExec: [String]? = reader.optional("optionsExec")
        for name in ["options", "optionsExec"] where reader.object.value(name) ?? .null != .null {
            guard let kind, kind != .choice else { continue }
            reader.report(
                .manifestValue, at: name,
                message: "Only a choice has options. Make it a choice, or drop them.")
        }
        let isEmpty = listed?.isEmpty ?? (reader.object.value("options") ?? .null == .null)
        if kind == .choice, isEmpty, optionsExec == nil {
            reader.report(
                .manifestMissing, at: "options",
                message: "A choice needs options. List each with value and label, or name a program in "
                    + "\"optionsExec\" that prints them.")
        } else if listed != nil, optionsExec != nil {
            reader.report(
                .manifestValue, at: "optionsExec",
                message: "The options are listed already. Drop \"options\", or \"optionsExec\".")
        }
        if let program = optionsExec { checkProgram(program.first ?? "", at: "optionsExec", &reader) }
        return (decode(listed ?? [], &reader), optionsExec)
    }

    /// Reads whether the options are targets. A program must print targets, because a sheet shows those that
    /// are available now.
    func readDirect(_ reader: inout ObjectReader, isLive: Bool) -> Bool {
        let isDirect: Bool = reader.optional("direct") ?? false
        guard isDirect, !isLive else { return isDirect }
        reader.report(
            .formDirect, at: "direct",
            message: "Only a choice whose options a program prints has targets. Make it a choice with "
                + "\"optionsExec\", or drop \"direct\".")
        return false
    }

    /// Allows one direct field only: a press on a target gives one answer.
    func checkDirect(_ form: [FormField], _ reader: inout ObjectReader) {
        let direct = form.indices.filter { form[$0].isDirect }
        guard direct.count > 1, let last = direct.last else { return }
        reader.add([
            Diagnostic(
                .formDirect, at: "/form/\(last)/direct",
                "\(direct.count) fields are direct: "
                    + "\"\(direct.map { form[$0].id }.joined(separator: "\", \""))\". Keep one.")
        ])
    }

    private func decode(_ listed: [JSON], _ reader: inout ObjectReader) -> [FormField.Option] {
        var options: [FormField.Option] = []
        for (index, element) in listed.enumerated() {
            guard case .object(let object) = element else {
                let text = if case .string(let text) = element { text } else { "…" }
                let meant: JSON = ["value": .string(text), "label": .string(text)]
                reader.report(
                    .manifestType, at: "options", "\(index)",
                    message:
                        "An option has a value, which the program is given, and a label, "
                        + "which people read. Write "
                        + String(decoding: meant.serialized, as: UTF8.self) + ".")
                continue
            }
            var option = ObjectReader(object, at: reader.pointer(to: "options") + "/\(index)")
            let value: String? = option.required("value", "what the activity is given")
            let label: String? = option.required("label", "what the person reads")
            let labels = readLocalisations("labels", &option)
            if let label, label.isEmpty {
                option.report(.manifestValue, at: "label", message: "The label is empty. Say what is chosen.")
            }
            if let value, let label { options.append(.init(value: value, label: label, labels: labels)) }
            reader.add(option.finish())
        }
        return options
    }

    /// Checks the programs that print options: their number, and that they use no items and no answers,
    /// because they run before the person has answered.
    func checkPrograms(of form: [FormField], _ reader: inout ObjectReader) {
        let identifiers = Set(form.map(\.id))
        for (index, field) in form.enumerated() {
            for (place, argument) in (field.optionsExec ?? []).enumerated() {
                let parts = ExecArgument(argument)
                guard !parts.codes.isEmpty || !identifiers.isDisjoint(with: parts.answers) else { continue }
                reader.add([
                    Diagnostic(
                        .manifestValue, at: "/form/\(index)/optionsExec/\(place)",
                        "The program that prints options is given no items and no answers. "
                            + "Write the argument plainly, and %% for a percent sign.")
                ])
            }
        }
        guard form.count(where: \.isLive) > Self.maximumLiveFields else { return }
        reader.report(
            .manifestValue, at: "form",
            message:
                "More than \(Self.maximumLiveFields) fields have their options from a program. List some.")
    }
}
