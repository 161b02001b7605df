// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Host
import MainLoop
import SessionBus
import ShareService
import SheetSession

/// One contract that is executed: a sheet without a window, on which the caller has pressed.
///
/// Its call is answered when the activity has started, as Contractor does; what comes later the person is notified of.
final class ContractRun: SheetView {
    private let identifier: String
    private let socket: String
    private let notifier: Notifier
    private let gone: (ContractRun) -> Void
    private var call: BusCall?
    private var sheet: LiveSheet?
    private var hasChosen = false
    private var hasSubmitted = false
    private var next: Source?

    /// - Parameter gone: is called once, at the end.
    init(_ call: BusCall, socket: String, _ notifier: Notifier, gone: @escaping (ContractRun) -> Void) {
        identifier = call.arguments[0]?.string ?? ""
        (self.call, self.socket, self.notifier, self.gone) = (call, socket, notifier, gone)
    }

    func start(_ uris: [String]) {
        let isLooking = Errand.run {
            Result { () throws(SelectionError) in
                try uris.map { uri throws(SelectionError) in Item(try Self.representation(uri)) }
            }
        } then: { [weak self] result in
            switch result {
            case .success(let items): self?.open(items)
            case .failure(let error): self?.end(.invalid(error.description))
            }
        }
        if !isLooking { end(.failed("There are too many threads.")) }
    }

    private static func representation(_ uri: String) throws(SelectionError) -> Representation {
        guard let link = Representation(link: uri) else { throw .missing(uri) }
        guard link.type == "x-scheme-handler/file" else { return link }
        guard let file = LocalFile(uri: uri), file.exists else { throw .missing(uri) }
        return try file.representation
    }

    private func open(_ items: [Item]) {
        let sheet = LiveSheet(
            SheetRequest(items: items, locale: Environment.locale), socket: socket,
            notify: { [notifier] in notifier.notify($0, show: nil) },
            ended: { [weak self] outcome in
                if case .failed(let reason) = outcome { self?.end(.failed(reason)) } else { self?.end(nil) }
            })
        self.sheet = sheet
        sheet.view = self
        sheet.send(.opened)
    }

    func show(_ state: SheetState) {
        switch state.page {
        case .activities where !hasChosen: choose(state)
        case .form where !hasSubmitted:
            hasSubmitted = true
            send(.submit(activationToken: nil))
        case .form:
            end(.invalid("\(identifier) has to ask something first. Open its sheet by io.activityd.Share."))
        case .performing(let running) where running.unit != nil && call != nil:
            answer(nil)
            // The caller has its answer; a notification tells the person of the end.
            send(.leave)
        case .failed(let failure) where call != nil: end(.failed(failure.sentence))
        case .failed(let failure):
            notifier.notify(SheetNotice(title: failure.heading, body: failure.reason), show: nil)
            end(nil)
        default: break
        }
    }

    func hide() {}

    private func choose(_ state: SheetState) {
        guard state.activity(identifier) != nil else {
            return end(.invalid("\(identifier) is no activity that acts on these."))
        }
        hasChosen = true
        send(.choose(identifier, activationToken: nil))
    }

    /// After the effects of the event that is being shown.
    private func send(_ event: SheetEvent) {
        next = Source(after: .zero) { [weak self] in self?.sheet?.send(event) }
    }

    private func answer(_ error: BusError?) {
        if let error { call?.refuse(error) } else { call?.reply(nil) }
        call = nil
    }

    private func end(_ error: BusError?) {
        answer(error)
        let ended = sheet
        sheet = nil
        // It may be this sheet that is calling.
        next = Source(after: .zero) { [self] in
            _ = ended
            gone(self)
        }
    }
}
