// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import SessionBus
import SheetSession
import SheetWindow

/// A sheet whose scene answers in the daemon's place.
final class GallerySheet {
    private(set) var window: SheetWindow?
    private var state: SheetState
    private let scene: Scene
    private var editing: EditScene
    private let onEnd: () -> Void
    private var icons: Source?
    /// Whether the targets that are found late have been sent.
    private var isLate = false

    init?(_ scene: Scene, _ desktop: Desktop, onEnd: @escaping () -> Void) {
        (self.scene, editing, self.onEnd) = (scene, scene.editing, onEnd)
        state = SheetState(scene.request)
        window = SheetWindow(state, on: desktop) { [weak self] in self?.send($0) }
        if window == nil { return nil }
    }

    func open() {
        send(.opened)
        for event in scene.events { send(event) }
        window?.show(scene.thumbnail)
    }

    func send(_ event: SheetEvent) {
        let effects = state.apply(event)
        window?.show(state)
        for effect in effects { carryOut(effect) }
        guard case .painted = event, let late = scene.targetsAfterwards, !isLate else { return }
        isLate = true
        send(.targets(1, late))
        Self.say("targets")
    }

    private func carryOut(_ effect: SheetEffect) {
        switch effect {
        case .list(let number, let request): send(.listed(number, .success(scene.list(for: request.content))))
        case .targets(let number, _, false):
            for reply in scene.targets where number >= scene.targetsBegin { send(.targets(number, reply)) }
        case .listAsFiles(let number, _): send(.listedAsFiles(number, scene.listedAsFiles))
        case .explain(let number, _): send(.explained(number, scene.hints))
        case .icons(let identifiers, let appearance):
            // After the titles, as the daemon would send them.
            icons = Source(after: .milliseconds(1)) { [weak self] in
                for identifier in identifiers {
                    self?.send(.icon(identifier, appearance, png: Icons.png(identifier, appearance)))
                }
            }
        case .options(let number, _):
            send(.offered(number, .success(Sheet.OptionsReply(options: scene.options))))
        case .inspect(let number, _):
            if let inside = scene.inside { send(.inspected(number, .success(inside))) }
        case .prepare(let number, let request):
            Self.say("prepare " + request.options.map(\.identifier).joined(separator: " "))
            if let inside = scene.insideAfterwards { send(.inspected(1, .success(inside))) }
            for reply in scene.preparation { send(.prepared(number, .success(reply))) }
        case .cancelPreparation(let unit): Self.say("cancel \(unit)")
        case .perform(let request):
            let answers = (request.answers ?? [:]).sorted { $0.key < $1.key }.map { " \($0)=\($1)" }
            Self.say("perform \(request.identifier)" + answers.joined())
        case .describe(let number):
            let answer = editing.described.map { Result<_, ServiceFault>.success($0) }
            send(.edit(.described(number, answer ?? .failure(.notRunning))))
        case .findDecisions(let number):
            send(.edit(.decisions(number, stars: editing.hasStars, order: editing.hasOrder)))
        case .change(let number, let change):
            Self.say(change.line)
            send(.edit(.changed(number, editing.make(change))))
        case .cancel(let unit): Self.say("cancel \(unit)")
        case .hide: window?.hide()
        case .end(let outcome):
            Self.say("end \(outcome)")
            window?.hide()
            onEnd()
        default: break
        }
    }

    /// Writes the line without buffering: a test waits for it.
    static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(1, bytes, bytes.count)
    }
}

/// Opens and closes sheets one after another, and prints the handlers and memory that remain.
final class Rounds {
    private let scene: Scene
    private let desktop: Desktop
    private let end: () -> Void
    private var left: Int
    /// Number of the desktop's own signal handlers, which outlive the sheets.
    private let standing = SignalHandler.living
    private var sheet: GallerySheet?
    /// Hidden sheets, kept for a while: a sheet outlives its window while its activity runs.
    private var hidden: [GallerySheet] = []
    private var timer: Source?

    init(_ scene: Scene, _ desktop: Desktop, _ count: Int, end: @escaping () -> Void) {
        (self.scene, self.desktop, left, self.end) = (scene, desktop, count, end)
    }

    func next() {
        guard left > 0 else { return finish() }
        left -= 1
        sheet = GallerySheet(scene, desktop, onEnd: {})
        sheet?.window?.onFirstFrame { [weak self] in
            self?.timer = Source(after: .milliseconds(5)) { self?.close() }
        }
        sheet?.open()
    }

    private func close() {
        sheet?.send(.leave)
        sheet?.window?.hide()
        hidden = hidden.suffix(20) + [sheet].compactMap(\.self)
        sheet = nil
        if left % 20 == 0 { report() }
        timer = Source(after: .milliseconds(5)) { [weak self] in self?.next() }
    }

    /// Waits before the report, because a window is destroyed shortly after it is hidden.
    private func finish() {
        hidden = []
        timer = Source(after: .milliseconds(200)) { [weak self] in
            self?.report()
            self?.end()
        }
    }

    private func report() {
        print("left \(left) handlers \(SignalHandler.living - standing) kB \(Memory.kilobytes)")
    }
}
