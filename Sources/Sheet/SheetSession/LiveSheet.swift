// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SessionBus
import StrictJSON

package protocol SheetView: AnyObject {
    func show(_ state: SheetState)
    /// Closes the window. A running activity continues.
    func hide()
}

/// The clipboard of a program that outlives its sheets.
package protocol SheetClipboard: AnyObject {
    /// A path at which an activity may create a folder; nil if the sheet cannot own the clipboard now.
    func newFolder() -> String?
    /// Puts an activity's files from the folder, if any, on the clipboard.
    ///
    /// - Parameter then: called once, within a few seconds.
    func setClipboard(_ folder: String, _ then: @escaping () -> Void)
}

/// An open sheet: its state, its daemon, and its view.
///
/// Use it only on the thread of GLib's default loop.
package final class LiveSheet {
    package private(set) var state: SheetState
    /// Retained by the program that opened the sheet.
    package weak var view: (any SheetView)?
    let service: ActivityService
    /// The clipboard for activities that copy. Retained by the program that opened the sheet.
    package weak var clipboard: (any SheetClipboard)?
    private var copied: String?
    private let notify: (SheetNotice) -> Void
    private var ended: ((SheetOutcome) -> Void)?
    /// How long an ended sheet waits for the replies to changes: less than a service that stops waits for its
    /// sheets (`ShareLimits.stopping`).
    private static let patience = Duration.seconds(4)
    private var outcome: SheetOutcome?
    /// Changes without a reply. The daemon may drop the calls of a client that disconnects, so the sheet ends
    /// only once they are answered.
    var changes = 0 {
        didSet { finish() }
    }
    private var timer: Source?
    /// Numbers of the newest Options and Inspect calls.
    private var asking: (options: Int?, inside: Int?)
    private var seeking: Int?

    /// - Parameters:
    ///   - socket: the socket of the person's daemon.
    ///   - notify: shows a notification.
    ///   - ended: called once; the sheet must be retained until then.
    package init(
        _ request: SheetRequest, socket: String, notify: @escaping (SheetNotice) -> Void,
        ended: @escaping (SheetOutcome) -> Void
    ) {
        state = SheetState(request)
        service = ActivityService(socket)
        self.notify = notify
        self.ended = ended
    }

    package func send(_ event: SheetEvent) {
        let effects = state.apply(event)
        // The reply to List follows, and updates the view.
        if case .targets = event, state.page == .listing { return }
        view?.show(state)
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: SheetEffect) {
        switch effect {
        case .list(let number, let request):
            call(".List", request) { .listed(number, $0) }
        case .listAsFiles(let number, let request):
            call(".List", request) { (answer: Result<Sheet.ListReply, ServiceFault>) in
                .listedAsFiles(number, (try? answer.get())?.activities ?? [])
            }
        case .targets(let number, let request, let isSearching):
            askForTargets(number, request, isSearching)
        case .icons(let identifiers, let appearance):
            for identifier in identifiers { askForIcon(identifier, appearance) }
        case .explain(let number, let request): explain(number, request)
        case .describe(let number): describe { .edit(.described(number, $0)) }
        case .findDecisions(let number): findDecisions(number)
        case .change(let number, let change): make(change, number)
        case .options(let number, let request):
            // The earlier call may be about items that have changed since.
            service.hangUp(asking.options)
            asking.options = service.callApart(Interfaces.sheet + ".Options", request) { [weak self] in
                self?.send(.offered(number, $0))
            }
        case .inspect(let number, let request):
            service.hangUp(asking.inside)
            asking.inside = service.callApart(Interfaces.sheet + ".Inspect", request) { [weak self] in
                self?.send(.inspected(number, $0))
            }
        case .findOptions(let number): describe { .found(number, $0) }
        case .prepare(let number, let request):
            service.callApart(Interfaces.sheet + ".Prepare", request, wantsMore: true) { [weak self] in
                self?.send(.prepared(number, $0))
            }
        case .cancelPreparation(let unit):
            service.callApart(Interfaces.sheet + ".Cancel", Sheet.UnitRequest(unit: unit)) {
                (_: Result<Nothing, ServiceFault>) in
            }
        case .ask(let number, let request):
            service.callApart(Interfaces.sheet + ".Form", request) {
                [weak self] (answer: Result<Sheet.FormReply, ServiceFault>) in
                self?.send(.asked(number, answer.map(\.fields)))
            }
        case .perform(var request):
            copied = clipboard?.newFolder()
            request.clipboard = copied
            watch(".Perform", request)
        case .follow(let unit): watch(".Follow", Sheet.UnitRequest(unit: unit), waitsForDaemon: true)
        case .cancel(let unit): cancel(unit)
        case .awaitProgress(let number):
            timer = Source(after: RunningActivity.quietTime) { [weak self] in
                self?.send(.progressIsDue(number))
            }
        case .hide: hide()
        case .notify(let notice): notify(notice)
        case .end(.performed): setClipboard { [self] in end(.performed) }
        case .end(let outcome): end(outcome)
        }
    }

    /// Takes over the activity's clipboard before the window closes: a compositor grants the clipboard only
    /// to the program with the keyboard focus.
    private func setClipboard(_ then: @escaping () -> Void) {
        guard let clipboard, let copied else { return then() }
        clipboard.setClipboard(copied, then)
    }

    private func end(_ outcome: SheetOutcome) {
        hide()
        self.outcome = outcome
        let words = state.words
        if changes > 0 {
            timer = Source(after: Self.patience) { [weak self] in
                self?.notify(SheetNotice(title: words.unknown(words.editing.heading)))
                self?.changes = 0
            }
        }
        finish()
    }

    private func finish() {
        guard changes <= 0, let outcome else { return }
        timer = nil
        ended?(outcome)
        ended = nil
    }

    private func hide() {
        service.hangUp(asking.options)
        service.hangUp(asking.inside)
        service.hangUp(seeking)
        view?.hide()
    }

    private func askForTargets(_ number: Int, _ request: Sheet.TargetsRequest, _ isSearching: Bool) {
        let onAnswer = { [weak self] (answer: Result<Sheet.TargetsReply, ServiceFault>) -> Void in
            if let reply = try? answer.get() { self?.send(.targets(number, reply)) }
        }
        if isSearching {
            service.hangUp(seeking)
            seeking = service.callApart(Interfaces.sheet + ".Targets", request, wantsMore: true, onAnswer)
        } else {
            service.call(Interfaces.sheet + ".Targets", request, onAnswer)
        }
    }

    private func call<Reply: JSONObjectConvertible>(
        _ method: String, _ request: some JSONObjectConvertible,
        _ event: @escaping (Result<Reply, ServiceFault>) -> SheetEvent
    ) {
        service.call(Interfaces.sheet + method, request) { [weak self] in self?.send(event($0)) }
    }

    private func watch(
        _ method: String, _ request: some JSONObjectConvertible, waitsForDaemon: Bool = false
    ) {
        service.callApart(Interfaces.sheet + method, request, wantsMore: true, waitsForDaemon: waitsForDaemon)
        {
            [weak self] (answer: Result<Sheet.Progress, ServiceFault>) in
            switch answer {
            case .success(let progress): self?.send(.progress(progress))
            case .failure(let fault): self?.send(.lost(fault))
            }
        }
    }

    /// Requests an icon; retries once if the daemon disconnects.
    private func askForIcon(_ identifier: String, _ appearance: IconAppearance, isAgain: Bool = false) {
        let request = Sheet.IconRequest(
            identifier: identifier, size: appearance.pixels, tint: appearance.tint)
        service.call(Interfaces.sheet + ".Icon", request) {
            [weak self] (answer: Result<Sheet.IconReply, ServiceFault>) in
            if case .failure(.disconnected) = answer, !isAgain {
                self?.askForIcon(identifier, appearance, isAgain: true)
                return
            }
            let png = (try? answer.get()).flatMap { Base64.decode($0.png) }
            self?.send(.icon(identifier, appearance, png: png))
        }
    }

    /// Cancels the unit. Its exit is reported as progress; `notCancelled` is sent if the call fails.
    private func cancel(_ unit: String) {
        service.callApart(Interfaces.sheet + ".Cancel", Sheet.UnitRequest(unit: unit)) {
            [weak self] (answer: Result<Nothing, ServiceFault>) in
            if case .failure = answer { self?.send(.notCancelled(unit: unit)) }
        }
    }

    private func explain(_ number: Int, _ request: Registry.ExplainRequest) {
        service.call(Interfaces.registry + ".Explain", request) {
            [weak self] (answer: Result<Registry.ExplainReply, ServiceFault>) in
            let verdicts = (try? answer.get())?.verdicts ?? []
            let programs = Set(verdicts.compactMap(\.programs).map { $0.joined(separator: " / ") })
            self?.send(.explained(number, programs.sorted()))
        }
    }
}

private struct Nothing: JSONObjectConvertible {
    init(_ object: JSON.Object) {}
    var object: JSON.Object { JSON.Object() }
}
