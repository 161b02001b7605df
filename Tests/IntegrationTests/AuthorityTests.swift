// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// Permissions: every method of every interface, called by every kind of user over every socket.
@Suite(.enabled(if: geteuid() == 0, "A mount namespace and other users take root."))
struct AuthorityTests {
    /// A caller and a socket; `owner` is the daemon's own user.
    enum Column: String, CaseIterable, CustomTestStringConvertible {
        case systemByRoot, systemByItsUser, systemByOthers
        case personByRoot, personByThemself, personByOthers
        /// Others, over the person's socket after its folder was opened to all.
        case openedByOthers
        case sandboxByRoot, sandboxByThemself, sandboxByOthers

        var testDescription: String { rawValue }
        var isSystem: Bool { rawValue.hasPrefix("system") }
        var isSandbox: Bool { rawValue.hasPrefix("sandbox") }
        var caller: uid_t {
            rawValue.hasSuffix("Root") ? 0 : rawValue.hasSuffix("Others") ? AuthorityTests.other : owner
        }
    }

    enum Answer: String {
        case served
        case notPermitted = "io.activityd.Registry.NotPermitted"
        case rejected = "io.activityd.Registry.Rejected"
        case lockedByAdmin = "io.activityd.Registry.LockedByAdmin"
        case notPerformable = "io.activityd.Sheet.NotPerformable"
        case noSuchActivity = "io.activityd.Sheet.NoSuchActivity"
        case noSuchUnit = "io.activityd.Sheet.NoSuchUnit"
        case permissionDenied = "org.varlink.service.PermissionDenied"
        case interfaceNotFound = "org.varlink.service.InterfaceNotFound"
    }

    private static let owner: uid_t = 12_345
    private static let other: uid_t = 12_346
    private static let plugin = Plugin("org.example.sepia", "Sepia")
    private static let picture: JSON = [["type": "image/png", "uri": "file:///usr/share/a.png"]]

    /// The calls, in the order in which they are made, and what becomes of them: with the system's registry
    /// by root, the daemon's user and others; with a person's by root or that person; by others whom the
    /// person has let in; and over the sandboxes' socket by root or that person.
    private static let table: [(String, JSON, (Answer, Answer, Answer), Answer, Answer, Answer)] = {
        let sheet = Interfaces.sheet + "."
        let registry = Interfaces.registry + "."
        let service = Interfaces.service + "."
        let all = (Answer.served, Answer.served, Answer.served)
        let ours = (Answer.served, Answer.served, Answer.notPermitted)
        let locked = (Answer.lockedByAdmin, Answer.lockedByAdmin, Answer.notPermitted)
        let never = (Answer.notPermitted, Answer.notPermitted, Answer.notPermitted)
        let roots = (Answer.served, Answer.notPermitted, Answer.notPermitted)
        let nobodys = (Answer.notPerformable, Answer.notPerformable, Answer.notPerformable)
        let units = (Answer.noSuchUnit, Answer.noSuchUnit, Answer.noSuchUnit)
        let hosts = (Answer.served, Answer.served, Answer.permissionDenied)
        let named: JSON = ["identifier": "org.example.sepia"]
        let program = Plugin("org.example.tool", "Tool").with(executable: "tool", "#!/bin/sh\n").uploads
        let inside = Plugin("org.example.tool", "Tool").with(["perform": ["exec": ["bin/tool", "%F"]]])
            .with(executable: "bin/tool", "#!/bin/sh\n").uploads
        return [
            (sheet + "List", ["content": picture], all, .served, .served, .served),
            (sheet + "Icon", ["identifier": "io.test.copy", "size": 32], all, .served, .served, .served),
            (sheet + "Monitor", [:], all, .served, .served, .served),
            (
                sheet + "Perform", ["identifier": "io.test.copy", "content": picture], nobodys, .served,
                .permissionDenied, .permissionDenied
            ),
            (
                sheet + "Form", ["identifier": "io.test.copy", "content": picture], nobodys, .served,
                .permissionDenied, .permissionDenied
            ),
            (
                sheet + "Inspect", ["content": picture], nobodys, .served, .permissionDenied,
                .permissionDenied
            ),
            (
                sheet + "Options", ["content": picture], nobodys, .served, .permissionDenied,
                .permissionDenied
            ),
            (
                sheet + "Targets", ["content": picture], nobodys, .served, .permissionDenied,
                .permissionDenied
            ),
            (
                sheet + "Prepare",
                ["content": picture, "options": [["identifier": "org.example.none"]]], nobodys,
                .noSuchActivity, .permissionDenied, .permissionDenied
            ),
            (sheet + "Follow", ["unit": "u"], units, .noSuchUnit, .permissionDenied, .permissionDenied),
            (sheet + "Running", [:], all, .served, .permissionDenied, .permissionDenied),
            (sheet + "Cancel", ["unit": "u"], units, .noSuchUnit, .permissionDenied, .permissionDenied),
            (registry + "Status", [:], all, .served, .served, .interfaceNotFound),
            (registry + "Generators", [:], all, .served, .served, .interfaceNotFound),
            (registry + "Policy", [:], all, .served, .served, .interfaceNotFound),
            (registry + "Describe", [:], all, .served, .served, .interfaceNotFound),
            (registry + "Explain", ["content": picture], all, .served, .served, .interfaceNotFound),
            (registry + "Check", ["files": plugin.uploads], all, .served, .served, .interfaceNotFound),
            (
                registry + "Register", ["files": plugin.uploads], ours, .served, .notPermitted,
                .interfaceNotFound
            ),
            (registry + "Register", ["files": program], roots, .served, .notPermitted, .interfaceNotFound),
            (registry + "Register", ["files": inside], roots, .served, .notPermitted, .interfaceNotFound),
            (
                registry + "RegisterLink", ["folder": "/nonexistent"], never, .rejected, .notPermitted,
                .interfaceNotFound
            ),
            (
                registry + "Arrange", ["identifiers": ["org.example.sepia"]], ours, .served, .notPermitted,
                .interfaceNotFound
            ),
            (
                registry + "Star", ["identifiers": ["io.test.copy"]], ours, .served, .notPermitted,
                .interfaceNotFound
            ),
            (
                registry + "Elect", ["identifier": "io.test.copy", "election": "ignore"], ours, .served,
                .notPermitted, .interfaceNotFound
            ),
            (
                registry + "Elect", ["identifier": "io.test.zebra", "election": "use"], locked,
                .lockedByAdmin, .notPermitted, .interfaceNotFound
            ),
            (registry + "Answers", [:], never, .served, .notPermitted, .interfaceNotFound),
            (registry + "Forget", named, never, .served, .notPermitted, .interfaceNotFound),
            (registry + "Unregister", named, ours, .served, .notPermitted, .interfaceNotFound),
            (service + "Ping", [:], all, .served, .served, .interfaceNotFound),
            (service + "Reload", [:], hosts, .served, .permissionDenied, .interfaceNotFound),
            (service + "SetLogLevel", ["level": 6], hosts, .served, .permissionDenied, .interfaceNotFound),
            (service + "GetEnvironment", [:], hosts, .served, .permissionDenied, .interfaceNotFound),
            ("org.varlink.service.GetInfo", [:], all, .served, .served, .served),
            (
                "org.varlink.service.GetInterfaceDescription", ["interface": .string(Interfaces.sheet)], all,
                .served, .served, .served
            ),
        ]
    }()

    /// The answers to a caller's calls; nil if they do not even reach the socket.
    private static func expected(_ column: Column) -> [Answer]? {
        switch column {
        case .systemByRoot: table.map(\.2.0)
        case .systemByItsUser: table.map(\.2.1)
        case .systemByOthers: table.map(\.2.2)
        case .personByRoot, .personByThemself: table.map(\.3)
        case .openedByOthers: table.map(\.4)
        case .sandboxByRoot, .sandboxByThemself: table.map(\.5)
        case .personByOthers, .sandboxByOthers: nil
        }
    }

    /// A daemon whose admin has locked an election.
    private static func run(_ column: Column, _ body: (DaemonFixture) throws -> Void) throws {
        try DaemonFixture.onMachine(
            column.isSystem ? .system : .user, as: owner,
            prepare: { daemon in
                Files.write(
                    daemon.folder("machine/etc/activityd/elections.json"),
                    #"{"elections": {"io.test.zebra": {"election": "ignore", "locked": true}}}"#)
                for name in ["plugin-tool", "system-tool"] { daemon.addProgram(name) }
            }, body)
    }

    @Test(arguments: Column.allCases)
    func everyMethodAnswersAsTheTableSays(_ column: Column) throws {
        try Self.run(column) { daemon in
            if column == .openedByOthers {
                chmod(daemon.folder("run"), 0o755)
                chmod(daemon.folder("run/activityd"), 0o755)
                chmod(daemon.socket, 0o666)
            }
            let before = try daemon.describe()
            let generation = try daemon.status().generation
            let replies = try daemon.calls(
                as: column.caller, at: column.isSandbox ? daemon.sheetSocket : daemon.socket,
                Self.table.map { ($0.0, $0.1) })
            guard let expected = Self.expected(column) else {
                #expect(replies == nil)
                return
            }
            let answers = try #require(replies, "not let in")
            try #require(answers.count == expected.count, "hung up at \(Self.table[answers.count].0)")
            for (index, answer) in answers.enumerated() {
                let call = Comment("\(Self.table[index].0) \(answer)")
                #expect(Answer(rawValue: answer["error"]?.text ?? "served") == expected[index], call)
            }
            guard expected[expected.count - 3] != .served else { return }
            #expect(try daemon.describe() == before && daemon.status().generation == generation)
        }
    }

    @Test func theTableKnowsEveryMethod() throws {
        let interfaces = try Interfaces.load()
        let methods = [interfaces.sheet, interfaces.registry, interfaces.service].flatMap { interface in
            interface.methods.map { interface.name + "." + $0.name }
        }
        let known = Set(Self.table.map(\.0))
        #expect(methods.count == 30)
        #expect(methods.filter { !known.contains($0) } == [])
    }

    // MARK: Files

    /// Makes calls of every kind that writes files.
    private static func leaveFiles(_ daemon: DaemonFixture, _ column: Column) throws {
        let tool = Plugin("org.example.tool", "Tool").with(executable: "tool", "#!/bin/sh\n").uploads
        let calls: [(String, JSON)] = [
            ("Register", ["files": plugin.uploads]), ("Register", ["files": tool]),
            ("Elect", ["identifier": "io.test.copy", "election": "ignore"]),
            ("Arrange", ["identifiers": ["org.example.sepia"]]),
            ("Star", ["identifiers": ["io.test.copy"]]),
        ]
        _ = try daemon.calls(as: column.caller, calls.map { (Interfaces.registry + "." + $0.0, $0.1) })
        if !column.isSystem {
            let ask: JSON = ["identifier": "io.test.print", "content": picture]
            _ = try daemon.calls(as: column.caller, [(Interfaces.sheet + ".Perform", ask)])
        }
        #expect(daemon.stop(SIGKILL) == .killed(by: SIGKILL))
    }

    /// A folder and everything below it except links, with modes.
    private static func modes(_ path: String) -> [(path: String, mode: mode_t)] {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFLNK else { return [] }
        let inner = status.st_mode & S_IFMT == S_IFDIR ? Files.names(in: path) : []
        return [(path, status.st_mode & 0o7777)] + inner.flatMap { modes(path + "/" + $0) }
    }

    @Test func nobodyElseWritesWhatAPersonsDaemonKeepsNorReadsWhatIsPrivate() throws {
        try Self.run(.personByThemself) { daemon in
            try Self.leaveFiles(daemon, .personByThemself)
            let kept = ["run", "state", "cache", "data"].flatMap { Self.modes(daemon.folder($0)) }
            #expect(kept.filter { $0.mode & 0o022 != 0 }.map(\.path) == [])
            for name in ["run", "run/activityd", "run/activityd-sheet", "state/activityd", "cache/activityd"]
            {
                #expect(Files.mode(daemon.folder(name)) == 0o700, "\(name)")
            }
            let performs = Self.modes(daemon.folder("run/activityd/performs"))
            #expect(performs.count > 2)
            // A socket's mode depends on the umask; its folder protects it.
            let open = performs.filter { $0.mode & 0o077 != 0 }.map(\.path)
            #expect(open.filter { !$0.hasSuffix("/notify") } == [])
            let decided = ["elections.json", "arrangement.json", "starred.json"].map {
                Files.mode(daemon.folder("state/activityd/" + $0))
            }
            #expect(decided == [0o600, 0o600, 0o600])
        }
    }

    @Test func everybodyReadsWhatTheSystemsDaemonKeepsAndNobodyElseWritesIt() throws {
        try Self.run(.systemByRoot) { daemon in
            try Self.leaveFiles(daemon, .systemByRoot)
            let kept = Self.modes(daemon.folder("machine/lib/activityd"))
            #expect(kept.count > 8)
            // A process that can open a lock file could hold the lock forever.
            let locks = kept.filter { $0.path.hasSuffix("/.lock") }
            #expect(locks.count == 2 && locks.allSatisfy { $0.mode == 0o200 })
            let read = kept.filter { !$0.path.hasSuffix("/.lock") }
            #expect(read.filter { $0.mode & 0o444 != 0o444 || $0.mode & 0o022 != 0 }.map(\.path) == [])
            let cached = Self.modes(daemon.folder("machine/cache/activityd")).dropFirst().map(\.mode)
            #expect(Set(cached) == [0o600, 0o200])
            let listening = Self.modes(daemon.folder("machine/run/activityd"))
            #expect(Set(listening.map { $0.mode }) == [0o755, 0o666, 0o600])
            #expect(listening.filter { $0.mode & 0o022 != 0 }.map(\.path) == [daemon.socket])
        }
    }
}
