// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import StrictJSON

/// `activityctl policy`
struct PolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy",
        abstract: "Show the administrator's policy: what is in force, and which file says so.",
        discussion: """
            Settings, elections and arrangements come from files in /etc/activityd, /run/activityd and \
            /usr/lib/activityd. What another file overrides is marked "-", and a file that cannot be used is named with \
            what is in force instead.

            Example:
              activityctl policy
            """)

    @OptionGroup var options: ScopeOptions

    @Flag(help: "Print the daemon's reply, with the line of each entry where it is known.") var json = false

    func run() throws {
        let daemon = try DaemonClient(options)
        var policy = Registry.PolicyReply(files: [], entries: [])
        try daemon.stream(Interfaces.registry + ".Policy") { reply in
            let portion: Registry.PolicyReply = try DaemonClient.read(reply)
            policy.files += portion.files
            policy.entries += portion.entries
        }
        var places = PolicyPlaces()
        let lines = policy.entries.map { places.line(of: $0) }
        guard !json else { return Output.json(document(policy, lines)) }
        guard !policy.files.isEmpty || !policy.entries.isEmpty else {
            return Output.line("\(daemon.scopeName()): there is no policy.")
        }
        for file in policy.files { print(file, policy, lines) }
        // What Elect and Arrange wrote in the system scope.
        let written = policy.entries.map(\.path).filter { path in
            !policy.files.contains { $0.path == path }
        }
        for path in Set(written).sorted() { print(path, "", policy, lines) }
    }

    private func document(_ policy: Registry.PolicyReply, _ lines: [Int?]) -> JSON {
        let entries = zip(policy.entries, lines).map { entry, line in
            var object = entry.object
            object.set("line", line.map { .integer($0) })
            return JSON.object(object)
        }
        return [
            "files": .array(policy.files.map { .object($0.object) }), "entries": .array(entries),
        ]
    }

    private func print(
        _ file: Registry.PolicyFile, _ policy: Registry.PolicyReply, _ lines: [Int?]
    ) {
        let state =
            switch file.state {
            case .used: ""
            case .broken: "cannot be used as it is; what it said last is in force"
            case .hidden: "not read: \(file.by ?? "") comes before it"
            case .mask: "a link to /dev/null: hides those of its name"
            }
        print(file.path, state, policy, lines)
    }

    private func print(
        _ path: String, _ state: String, _ policy: Registry.PolicyReply, _ lines: [Int?]
    ) {
        let paint = Paint()
        let note = state.isEmpty ? "" : "  (" + printable(state) + ")"
        Output.line(paint(.bold, "# " + printable(path)) + note)
        for (entry, line) in zip(policy.entries, lines) where entry.path.isExactly(path) {
            let place = line.map { "  line \($0)" } ?? ""
            let other = entry.overriddenBy.map { "  overridden by \(printable($0))" } ?? ""
            let mark = entry.overriddenBy == nil ? "  " : "- "
            Output.line(mark + printable("\(entry.key): \(entry.value)") + paint(.dim, place + other))
        }
    }
}

/// Where in its file an entry stands.
private struct PolicyPlaces {
    /// Each entry is looked for from the beginning, so long files are left out.
    private static let maximumBytes = 65_536

    private var files: [String: [UInt8]?] = [:]

    /// Nil where the file is long, cannot be read, or no longer says so.
    mutating func line(of entry: Registry.PolicyEntry) -> Int? {
        let bytes: [UInt8]?
        if let known = files[entry.path] {
            bytes = known
        } else {
            bytes = try? FileBytes.read(entry.path, limit: Self.maximumBytes)
            files[entry.path] = .some(bytes)
        }
        guard let bytes, bytes.count <= Self.maximumBytes, let root = try? JSON(parsing: bytes),
            let found = Self.value(entry, in: root),
            (try? JSON(parsing: entry.value)) == found,
            let extent = JSON.extent(of: Self.pointer(entry), in: bytes, isName: true)
        else { return nil }
        return bytes[..<extent.lowerBound].count { $0 == UInt8(ascii: "\n") } + 1
    }

    private static func pointer(_ entry: Registry.PolicyEntry) -> String {
        (entry.kind == .elections ? "/elections" : "") + JSON.pointer(entry.key)
    }

    private static func value(_ entry: Registry.PolicyEntry, in root: JSON) -> JSON? {
        guard case .object(let object) = root else { return nil }
        guard entry.kind == .elections else { return object.value(entry.key) }
        guard case .object(let elections)? = object.value("elections") else { return nil }
        return elections.value(entry.key)
    }
}
