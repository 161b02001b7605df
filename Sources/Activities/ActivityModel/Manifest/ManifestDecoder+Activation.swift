// SPDX-License-Identifier: Apache-2.0

import StrictJSON

extension ManifestDecoder {
    func readActivation(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        readRequirements(&reader, &manifest)
        if manifest.isInspector {
            for key in ["accepts", "match", "position"] { checkAbsence(of: key, in: &reader, manifest) }
            return
        }
        manifest.match = reader.optional("match") ?? manifest.match
        let clauses: [JSON.Object] = reader.required("accepts", "the content that the activity takes") ?? []
        if reader.object.value("accepts") != nil, !(1...Self.maximumClauses).contains(clauses.count),
            !reader.diagnostics.contains(where: { $0.pointer?.hasPrefix("/accepts") == true })
        {
            reader.report(
                .manifestValue, at: "accepts",
                message: "There are \(clauses.count) clauses. Write 1 to \(Self.maximumClauses).")
        }
        for (index, clause) in clauses.prefix(Self.maximumClauses).enumerated() {
            var clauseReader = ObjectReader(clause, at: "/accepts/\(index)")
            manifest.accepts.append(readClause(&clauseReader))
            reader.add(clauseReader.finish())
        }
    }

    private func readClause(_ reader: inout ObjectReader) -> Manifest.Clause {
        let types: [String] = reader.required("types", "a list such as [\"image/*\"]") ?? []
        let except: [String] = reader.optional("except") ?? []
        if reader.diagnostics.isEmpty { checkNumbers(of: types, except, &reader) }
        var clause = Manifest.Clause(types: patterns(types, "types", &reader))
        clause.except = patterns(except, "except", &reader)
        clause.min = reader.integer("min", in: 0...JSON.largestInteger) ?? 0
        clause.max = reader.integer("max", in: 1...JSON.largestInteger)
        clause.maxBytes = reader.integer("maxBytes", in: 1...JSON.largestInteger)
        clause.isLocal = reader.optional("local") ?? false
        if let max = clause.max, clause.min > max {
            reader.report(
                .manifestValue, at: "min",
                message: "min is \(clause.min) and max \(max). Write a min that is at most max.")
        }
        return clause
    }

    private func checkNumbers(of types: [String], _ except: [String], _ reader: inout ObjectReader) {
        if !(1...Self.maximumTypes).contains(types.count) {
            reader.report(
                .manifestValue, at: "types",
                message: "There are \(types.count) types. Write 1 to \(Self.maximumTypes).")
        }
        if except.count > Self.maximumTypes {
            reader.report(
                .manifestValue, at: "except",
                message: "There are \(except.count) types. Write \(Self.maximumTypes) at most.")
        }
    }

    private func patterns(_ types: [String], _ name: String, _ reader: inout ObjectReader) -> [TypePattern] {
        types.enumerated().compactMap { index, text in
            if let pattern = TypePattern(text) { return pattern }
            reader.report(
                .manifestValue, at: name, "\(index)",
                message:
                    "\"\(text)\" is not a type. Write one like image/png, image/* or x-scheme-handler/https.")
            return nil
        }
    }

    private func readRequirements(_ reader: inout ObjectReader, _ manifest: inout Manifest) {
        guard var requires = ObjectReader("requires", in: &reader) else { return }
        manifest.requiredPrograms = groups(
            "programs", of: &requires, isName: { !$0.isEmpty },
            advice:
                "A program's name is expected here. "
                + "Write \"zip\", or [\"wl-copy\", \"xclip\"] where any will do."
        )
        manifest.requiredServices = groups(
            "services", of: &requires, isName: Identifier.isValid,
            advice:
                "A service's name on the session's bus is expected here, such as org.kde.kdeconnect; "
                + "a list where any will do.")
        manifest.requiredSchemes = groups(
            "schemes", of: &requires, isName: { WebAddress.isScheme($0[...]) && $0.lowercased() == $0 },
            advice:
                "A scheme of links is expected here, in small letters, such as mailto; "
                + "a list where any will do."
        )
        manifest.requiredDesktops = desktops(&requires)
        manifest.requiresPrinter = requires.optional("printer") ?? false
        manifest.requiresBluetooth = requires.optional("bluetooth") ?? false
        reader.add(requires.finish())
    }

    /// Reads a list whose elements are names, or lists of alternatives.
    private func groups(
        _ key: String, of requires: inout ObjectReader, isName: (String) -> Bool, advice: String
    ) -> [[String]] {
        let entries: [JSON] = requires.optional(key) ?? []
        var groups: [[String]] = []
        for (index, entry) in entries.enumerated() {
            let names: [String]
            switch entry {
            case .string(let name): names = [name]
            default: names = (try? [String](json: entry)) ?? []
            }
            if names.isEmpty || !names.allSatisfy(isName) {
                requires.report(.manifestValue, at: key, "\(index)", message: advice)
            } else {
                groups.append(names)
            }
        }
        return groups
    }

    private func desktops(_ requires: inout ObjectReader) -> [String] {
        let names: [String] = requires.optional("desktops") ?? []
        for (index, name) in names.enumerated() where name.isEmpty || name.utf8.contains(UInt8(ascii: ":")) {
            requires.report(
                .manifestValue, at: "desktops", "\(index)",
                message:
                    "\"\(name)\" is not a desktop's name. Write one as in XDG_CURRENT_DESKTOP, such as GNOME."
            )
        }
        return names
    }
}
