// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPolicy
import ArgumentParser
import StrictJSON

struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show the administrator's policy: what is in force, and which file says so.",
        discussion: """
            Settings, elections and arrangements come from files in /etc/activityd, /run/activityd and \
            /usr/lib/activityd. What another file overrides is marked "-", and so is what waits until each \
            file is whole. Settings about which no file decides come last, as they are by default.

            Example:
              activityctl policy
            """)

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's reply, with the line of each entry where it is known.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        let policy = try Registry.PolicyReply(daemon)
        guard !json else { return Output.json(.object(policy.object)) }
        let entries = Dictionary(grouping: policy.entries) { ExactText($0.path) }
        guard !policy.files.isEmpty || !policy.entries.isEmpty else {
            return Output.line("\(daemon.scopeName()): there is no policy.")
        }
        for file in policy.files { print(file.path, Self.state(file), entries[ExactText(file.path)]) }
        // Entries that are in no policy file, such as those that Elect and Arrange wrote in the system scope.
        let written = Set(entries.keys).subtracting(policy.files.map { ExactText($0.path) })
        for path in written.sorted(by: { $0.text < $1.text }) { print(path.text, "", entries[path]) }
        printDefaults(without: policy.entries)
    }

    private func printDefaults(without entries: [Registry.PolicyEntry]) {
        let decided = entries.filter { $0.kind == .configuration && $0.isInForce }
        let defaults = SettingKey.table.filter { key in !decided.contains { $0.key.isExactly(key.name) } }
        guard !defaults.isEmpty else { return }
        Output.line(Paint()(.bold, "# by default"))
        for key in defaults {
            Output.line("  \(key.name): \(String(decoding: key.standard.serialized, as: UTF8.self))")
        }
    }

    private static func state(_ file: Registry.PolicyFile) -> String {
        switch file.state {
        case .used: ""
        case .broken: "cannot be used as it is; \"activityctl status\" says why"
        case .hidden: "not read: \(file.by ?? "") comes before it"
        case .mask: "a link to /dev/null: hides those of its name"
        }
    }

    private func print(_ path: String, _ state: String, _ entries: [Registry.PolicyEntry]?) {
        let paint = Paint()
        let note = state.isEmpty ? "" : "  (" + printable(state) + ")"
        Output.line(paint(.bold, "# " + printable(path)) + note)
        for entry in entries ?? [] {
            let place = entry.line.map { "  line \($0)" } ?? ""
            let other =
                entry.overriddenBy.map { "  overridden by \(printable($0))" }
                ?? (entry.waits != true ? "" : entry.isInForce ? "  what it newly allows waits" : "  waits")
            let mark = entry.isInForce ? "  " : "- "
            Output.line(mark + printable("\(entry.key): \(entry.value)") + paint(.dim, place + other))
        }
    }
}

extension Registry.PolicyEntry {
    fileprivate var isInForce: Bool {
        overriddenBy == nil && (waits != true || PolicyEntry.decidesWhileWaiting(kind, key))
    }
}

extension Registry.PolicyReply {
    /// Collects the policy from the replies of a stream.
    init(_ daemon: DaemonClient) throws {
        self.init(files: [], entries: [])
        try daemon.stream(Interfaces.registry + ".Policy") { reply in
            let portion = try Self(reply)
            files += portion.files
            entries += portion.entries
        }
    }
}
