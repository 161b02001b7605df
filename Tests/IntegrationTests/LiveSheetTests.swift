// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import DaemonSupport
import Glibc
import SessionBus
import SheetSession
import TestSupport
import Testing

/// An open sheet with a real daemon, on its own event loop and without a window.
@Suite(.serialized)
struct LiveSheetTests {
    /// A view that records what a person would see and be told, and what would be on the clipboard.
    private final class Spectator: SheetView, SheetClipboard {
        private(set) var copied: [String] = []
        private(set) var notices: [SheetNotice] = []
        private(set) var outcomes: [SheetOutcome] = []
        private(set) var isHidden = false
        private(set) var sheet: LiveSheet?

        init(_ daemon: DaemonFixture) {
            let photo = Item(Representation(type: "image/png", uri: "file:///home/ada/photo.png"))
            folder = daemon.folder("clipboard")
            let sheet = LiveSheet(
                SheetRequest(items: [photo]), socket: daemon.socket,
                notify: { [unowned self] in notices.append($0) },
                ended: { [unowned self] in outcomes.append($0) })
            (sheet.view, sheet.clipboard) = (self, self)
            self.sheet = sheet
        }

        private let folder: String

        func newFolder() -> String? { folder }

        func setClipboard(_ folder: String, _ then: @escaping () -> Void) {
            #expect(!isHidden)
            copied.append(folder)
            then()
        }

        func show(_ state: SheetState) {}
        func hide() { isHidden = true }

        var state: SheetState? { sheet?.state }

        func send(_ event: SheetEvent) { sheet?.send(event) }

        /// Serves the sheet until then.
        func wait(
            _ location: SourceLocation = #_sourceLocation, until isDone: (SheetState) -> Bool
        ) throws {
            var isLate = false
            let timer = Source(after: HangLimit.duration) { isLate = true }
            try withExtendedLifetime(timer) {
                Loop.run { isLate || state.map(isDone) ?? true }
                try #require(!isLate, "\(String(describing: state?.page))", sourceLocation: location)
            }
        }

        func open() throws {
            send(.opened)
            try wait { $0.page == .activities }
        }

        func perform(_ identifier: String) { send(.choose(identifier, activationToken: nil)) }
    }

    /// Runs `body` with a sheet beside a daemon that can perform this.
    private static func run(
        _ script: String, _ body: (DaemonFixture, Spectator) throws -> Void
    ) throws {
        try DaemonFixture.performing(.process, [.script("it", script)]) { daemon in
            try Loop.ofItsOwn {
                let spectator = Spectator(daemon)
                try spectator.open()
                try body(daemon, spectator)
            }
        }
    }

    @Test func titlesComeFirstThenEveryIconInItsTint() throws {
        try Self.run(":") { _, sheet in
            #expect(sheet.state?.activities.map(\.title).last == "Perform it")
            #expect(sheet.state?.icons.isEmpty == true)
            sheet.send(.appearance(IconAppearance(tint: "#336699", pixels: 70)))
            try sheet.wait { $0.icons.count == $0.activities.count }
            for icon in sheet.state?.icons.values ?? [:].values {
                #expect(icon.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
        }
    }

    @Test func whatEndsWellEndsTheSheetAndShowsWhatWasMade() throws {
        try Self.run(
            "exec python3 -c 'import os,socket\ns=socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM)\n"
                + "s.sendto(b\"X_MADE=text/plain file:///home/ada/My%20note.txt\","
                + "os.environ[\"NOTIFY_SOCKET\"])'"
        ) { _, sheet in
            sheet.perform("org.example.it")
            try sheet.wait { $0.page == .ended(.performed) }
            #expect(sheet.outcomes == [.performed])
            #expect(
                sheet.notices == [
                    SheetNotice(
                        title: "Saved to ada", body: "My note.txt", shows: "file:///home/ada/My%20note.txt")
                ])
        }
    }

    @Test func whatWasCopiedIsTakenBeforeTheWindowGoes() throws {
        try Self.run("mkdir \"$ACTIVITY_CLIPBOARD\"") { daemon, sheet in
            sheet.perform("org.example.it")
            try sheet.wait { $0.page == .ended(.performed) }
            #expect(sheet.copied == [daemon.folder("clipboard")] && sheet.isHidden)
            #expect(sheet.outcomes == [.performed] && Files.exists(daemon.folder("clipboard")))
        }
    }

    @Test func aFailureStaysWithItsReason() throws {
        try Self.run("echo 'The server is asleep.' >&2; exit 3") { _, sheet in
            defer { #expect(sheet.copied.isEmpty) }
            sheet.perform("org.example.it")
            try sheet.wait { if case .failed = $0.page { true } else { false } }
            guard case .failed(let failure) = sheet.state?.page else { return }
            #expect(failure.reason == "The server is asleep.")
            #expect(sheet.outcomes.isEmpty)
        }
    }

    @Test func cancelEndsWhatRuns() throws {
        try Self.run("exec sleep 1000") { _, sheet in
            sheet.perform("org.example.it")
            try sheet.wait { if case .performing(let running) = $0.page { running.isShown } else { false } }
            sheet.send(.cancel)
            try sheet.wait { $0.page == .ended(.left) }
            #expect(sheet.outcomes == [.left])
        }
    }

    /// The window closes at once; the sheet is released only when the daemon has made the changes.
    @Test func aChangeIsMadeThoughTheWindowCloses() throws {
        try Self.run(":") { daemon, sheet in
            sheet.send(.editActivities)
            try sheet.wait {
                if case .editing(let editing) = $0.page { !editing.activities.isEmpty } else { false }
            }
            sheet.send(.edit(.star("org.example.it", true)))
            sheet.send(.edit(.list("org.example.it", false)))
            sheet.send(.close)
            #expect(sheet.isHidden && sheet.outcomes.isEmpty)
            try sheet.wait { _ in !sheet.outcomes.isEmpty }
            #expect(sheet.outcomes == [.left])
            let activity = try daemon.describe("org.example.it").first
            #expect(activity?.starred == true && activity?.election == .ignore)
        }
    }

    @Test func aDaemonThatHangsDoesNotKeepAClosedSheet() throws {
        try Self.run(":") { daemon, sheet in
            sheet.send(.editActivities)
            try sheet.wait {
                if case .editing(let editing) = $0.page { !editing.activities.isEmpty } else { false }
            }
            daemon.process?.signal(SIGSTOP)
            sheet.send(.edit(.star("org.example.it", true)))
            sheet.send(.close)
            try sheet.wait { _ in !sheet.outcomes.isEmpty }
            daemon.process?.signal(SIGCONT)
            let words = try #require(sheet.state?.words)
            #expect(sheet.outcomes == [.left])
            #expect(sheet.notices == [SheetNotice(title: words.unknown(words.editing.heading))])
        }
    }

    @Test func aDaemonThatIsKilledUnderAnOpenSheetIsAskedOnceMore() throws {
        try Self.run(":") { daemon, sheet in
            try daemon.crashAndRestart()
            try daemon.waitTillJudged(1)
            sheet.send(.appearance(IconAppearance(tint: "#000000", pixels: 70)))
            try sheet.wait { $0.icons.count == $0.activities.count }
            sheet.perform("org.example.it")
            try sheet.wait { $0.page == .ended(.performed) }
            #expect(sheet.isHidden)
        }
    }

    @Test func aDaemonThatIsKilledUnderAnActivityTellsAfterwardsHowItEnded() throws {
        try DaemonFixture.performing(
            .systemd, [.script("it", "exec sleep 1000")]
        ) { daemon in
            try Loop.ofItsOwn {
                let sheet = Spectator(daemon)
                try sheet.open()
                sheet.perform("org.example.it")
                try sheet.wait {
                    if case .performing(let running) = $0.page { running.unit != nil } else { false }
                }
                try daemon.crashAndRestart()
                sheet.send(.cancel)
                try sheet.wait { if case .ended = $0.page { true } else { false } }
                #expect(sheet.outcomes == [.left])
            }
        }
    }

    @Test func whereNoDaemonIsItSaysSo() throws {
        try DaemonFixture.prepared { daemon in
            try Loop.ofItsOwn {
                let sheet = Spectator(daemon)
                sheet.send(.opened)
                try sheet.wait { if case .failed = $0.page { true } else { false } }
            }
        }
    }
}
