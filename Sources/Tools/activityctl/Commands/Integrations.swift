// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import StrictJSON

struct Integrations: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show which programs offer the share sheet.",
        discussion: "And which Debian packages a program lacks that does not.")

    @Flag(help: "Print them as JSON.") var json = false

    func run() {
        let machine = Machine.this
        let states = Integration.all.map { ($0, IntegrationState($0, on: machine)) }
        guard !json else {
            return Output.json(.array(states.map { $1.description(of: $0) }))
        }
        var table = Table(["PROGRAM", "STATE", "ENTRY"])
        for (integration, state) in states {
            table.add([integration.name, state.summary, state.file ?? ""])
        }
        table.print()
    }
}

extension IntegrationState {
    var file: String? {
        guard case .ready(let file, _) = self else { return nil }
        return file
    }

    var summary: String {
        switch self {
        case .ready(_, let note): note ?? "ready"
        case .absent: "not installed"
        case .lacks(let packages): "needs " + packages.joined(separator: ", ")
        }
    }

    func description(of integration: Integration) -> JSON {
        let program = integration.name
        switch self {
        case .ready(let file, let note):
            return .object(
                .withoutNulls(["program": program, "state": "ready", "entry": file, "note": note]))
        case .absent:
            return .object(.withoutNulls(["program": program, "state": "absent"]))
        case .lacks(let packages):
            return .object(.withoutNulls(["program": program, "state": "lacks", "packages": packages]))
        }
    }
}
