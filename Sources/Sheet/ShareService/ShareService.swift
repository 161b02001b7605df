// SPDX-License-Identifier: Apache-2.0

import CGIO
import CLinux
import Host
package import SessionBus
import ShareCalling
import SheetSession

/// Serves `io.activityd.Share` on the bus and opens sheets, on the event loop of the thread that creates it.
package final class ShareService {
    private let connection: BusConnection
    /// The opener of sheets; nil without a display. The service owns its names even then: if it exited
    /// without them, the bus would let callers wait, and a command would show its own sheet only after
    /// seconds.
    private let opening: (any SheetOpening)?
    private let limits: ShareLimits
    private let runtime: String
    private let store: CopyStore
    private let descriptors: CallDescriptors
    /// Watches on callers whose account is known, until they leave the bus.
    private var peers: [String: PeerWatch] = [:]
    private let onIdle: () -> Void
    private let names: BusNames
    private let notifySocket: String?
    private var object: BusObject?
    private var requests: [String: ShareRequest] = [:]
    /// Number of running lookups of callers and files, by account. A lookup may outlast its request.
    private var lookups: [String: Int] = [:]
    private let questions: ShareQuestions
    private let isBusy: () -> Bool
    private var timer: Source?
    /// Timer that asks systemd for more time, if the service stays after it has announced its stop.
    private var extending: Source?
    /// Whether a call has arrived since the service began to leave.
    private var isWanted = false
    /// Called once all sheets are gone; nil while the service serves.
    private var stopped: (() -> Void)?

    /// - Parameters:
    ///   - opening: shows the sheets; nil if this process cannot show any.
    ///   - runtime, cache: the person's folders; nil for the session's.
    ///   - notifySocket: NOTIFY_SOCKET of the environment; nil without systemd.
    ///   - isBusy: asked before the service releases its names; true keeps it running, as for a hidden sheet
    ///     whose activity runs.
    ///   - notifier: keeps the service running while one of its notifications is being sent or can be
    ///     pressed.
    ///   - onIdle: called after `limits.idleTime` without a sheet, once the names are released; the program
    ///     can then exit.
    package init(
        _ connection: BusConnection, opening: (any SheetOpening)?, runtime: String? = nil,
        cache: String? = nil, notifySocket: String? = nil, limits: ShareLimits = ShareLimits(),
        isBusy: @escaping () -> Bool = { false }, notifier: Notifier? = nil, onIdle: @escaping () -> Void
    ) {
        self.connection = connection
        self.opening = opening
        // GLib's would be the cache folder without XDG_RUNTIME_DIR, where the copies are.
        self.runtime = runtime ?? Environment.runtimeFolder
        store = CopyStore(
            folder: (cache ?? String(cString: g_get_user_cache_dir())) + "/activityd", runtime: self.runtime,
            largest: limits.copies)
        self.limits = limits
        questions = ShareQuestions(opening, limits)
        (self.isBusy, self.onIdle) = ({ isBusy() || notifier?.isWaiting == true }, onIdle)
        self.notifySocket = notifySocket
        names = BusNames(connection, [ShareInterface.name, ShareInterface.portalName])
        descriptors = connection.limitDescriptors(to: limits.descriptors)
        questions.onAnswer = { [weak self] in self?.startIdleTimer() }
    }

    /// Exports the object and requests the names.
    ///
    /// - Parameter then: called with a sentence if the service cannot serve, else with nil.
    package func start(then: @escaping (_ fault: String?) -> Void) {
        do throws(BusError) {
            object = try BusObject(
                connection, ShareInterface.path, ShareInterface.name, in: ShareInterface.introspection,
                properties: ["version": ShareInterface.version]
            ) { [weak self] in self?.receive($0) }
        } catch {
            return then(error.message)
        }
        names.request { [weak self] taken in
            guard let self else { return }
            if taken == nil { Self.beside { [store] in store.sweep() } }
            startIdleTimer()
            then(taken.map { "Another program has the name \($0)." })
        }
    }

    /// Closes all sheets. A running activity gets `limits.stopping` to end; then its caller receives a
    /// failure as Response.
    ///
    /// - Parameter then: called once, after every caller has its Response.
    package func stop(then: @escaping () -> Void) {
        extending = nil
        object = nil
        stopped = then
        timer = Source(after: limits.stopping) { [weak self] in
            for request in Array((self?.requests ?? [:]).values) { request.stop() }
        }
        for request in Array(requests.values) { request.close() }
        startIdleTimer()
    }

    private func receive(_ call: BusCall) {
        isWanted = true
        timer = nil
        defer { startIdleTimer() }
        do throws(BusError) {
            if call.member == "Share" { try share(call) } else { try questions.ask(call) }
        } catch {
            call.refuse(error)
        }
    }
}

extension ShareService {
    private func share(_ call: BusCall) throws(BusError) {
        let options = try ShareOptions(call)
        guard let opening else { throw .failed(SheetRefusal.noDisplay.sentence) }
        let path = try handle(call.sender, options.token)
        try limits.checkCall(of: call.sender, among: requests.values)
        let request = ShareRequest(call, path: path, timeout: limits.timeout, connection) {
            [weak self] request in
            self?.requests[request.path] = nil
            self?.startIdleTimer()
        }
        requests[path] = request
        let (sender, connection) = (call.sender, connection)
        lookUp(request, { Caller(sender, on: connection) }) { [weak self] caller, request throws(BusError) in
            guard let self, let request else { return }
            try limits.checkCall(of: caller.account, among: requests.values)
            (request.account, request.sharer) = (caller.account, caller.sharer)
            try identify(sender, as: caller.account)
            lookUp(options, of: caller, for: request, opening)
        }
    }

    /// From now on, counts the descriptors of the caller's calls together with those of its app's other
    /// connections.
    private func identify(_ sender: String, as account: String) throws(BusError) {
        if peers[sender] == nil {
            peers[sender] = PeerWatch(connection, sender) { [weak self] in
                self?.peers[sender] = nil
                self?.descriptors.assign(sender, to: nil)
            }
        }
        guard descriptors.assign(sender, to: account) else { throw CallDescriptors.fault }
    }

    private func lookUp(
        _ options: ShareOptions, of caller: Caller, for request: ShareRequest, _ opening: any SheetOpening
    ) {
        let sources = ShareContent.Sources(
            options: options, caller: caller, runtime: runtime, store: store, connection: connection)
        lookUp(request, { () throws(BusError) in try ShareContent(sources) }) {
            [weak self] content, request in
            self?.open(content, options, request, opening)
        }
    }

    /// Runs a lookup on a thread of its own. If it fails, the request is refused.
    ///
    /// - Parameter then: called with the result, and with the request if it still exists.
    private func lookUp<Found: Sendable>(
        _ request: ShareRequest, _ work: @escaping @Sendable () throws(BusError) -> Found,
        then: @escaping (Found, ShareRequest?) throws(BusError) -> Void
    ) {
        let account = request.account
        do throws(BusError) { try limits.checkLookup(of: account, among: lookups) } catch {
            return request.refuse(error)
        }
        lookups[account, default: 0] += 1
        let looked = { [weak self, weak request] (result: Result<Found, BusError>) in
            self?.ended(lookOf: account)
            do throws(BusError) { try then(result.get(), request) } catch { request?.refuse(error) }
            self?.startIdleTimer()
        }
        let isRunning = Errand.run({ Result { () throws(BusError) in try work() } }, then: looked)
        if !isRunning { looked(.failure(.failed("There are too many threads."))) }
    }

    private func ended(lookOf account: String) {
        let count = lookups[account, default: 1] - 1
        lookups[account] = count > 0 ? count : nil
    }

    /// Opens the sheet, which holds the private copies. They are removed if the sheet was not opened, was
    /// left, or its activity was cancelled; otherwise they stay.
    private func open(
        _ content: ShareContent, _ options: ShareOptions, _ request: ShareRequest?,
        _ opening: any SheetOpening
    ) {
        let copies = content.copies
        var sheet = options.sheet
        (sheet.items, sheet.natures, sheet.asker) = (content.items, content.natures, content.asker)
        (sheet.caption, sheet.subject) = (content.caption, content.subject)
        var isOpen = false
        if let request {
            for former in Array(requests.values) { former.makeRoom(for: sheet, of: request.sharer) }
            do throws(BusError) {
                try limits.checkSheet(of: request.account, among: requests.values)
                isOpen = request.open(sheet, opening) { outcome in
                    if [.left, .refused(.serviceGone)].contains(outcome) { Self.discard(copies) }
                }
            } catch {
                request.refuse(error)
            }
        }
        if !isOpen { Self.discard(copies) }
    }

    private static func discard(_ copies: HeldCopies?) {
        if let copies { beside { copies.discard() } }
    }

    /// Runs disk work on another thread. If no thread can be started, the next service's sweep does the work.
    private static func beside(_ work: @escaping @Sendable () -> Void) { _ = Errand.run(work, then: {}) }

    private func handle(_ sender: String, _ token: String?) throws(BusError) -> String {
        let token = token ?? ShareInterface.randomToken
        let path = ShareInterface.requestPath(of: sender, token: token)
        guard requests[path] == nil else {
            throw .invalid("handle_token \"\(token)\" is that of a sheet that is open. Give another.")
        }
        return path
    }
}

extension ShareService {
    /// Starts the idle timer if no request or question is open; after `stop`, finishes once no request is
    /// left.
    private func startIdleTimer() {
        guard object != nil else { return finishStopping() }
        guard requests.isEmpty, questions.isEmpty, timer == nil else { return }
        timer = Source(after: limits.idleTime) { [weak self] in self?.leave() }
    }

    /// Releases the names first: a later call makes the bus start the next service, and calls that the bus
    /// had already sent here are dispatched before it confirms the release. If there was one, this service
    /// stays.
    private func leave() {
        timer = nil
        guard !isBusy() else { return startIdleTimer() }
        isWanted = false
        // From here on, systemd starts the next service when the bus asks for one, instead of reporting this
        // one as running, and does not stop this one for losing its name.
        tellSystemd("STOPPING=1")
        names.release { [weak self] in
            guard let self, object != nil else { return }
            guard isWanted else { return end() }
            extend()
            names.request { [weak self] _ in self?.startIdleTimer() }
        }
    }

    /// Extends the stop timeout repeatedly while the service stays: after TimeoutStopSec= systemd would kill
    /// it with its sheets.
    private func extend() {
        let time: Duration = limits.extending * 2
        tellSystemd("EXTEND_TIMEOUT_USEC=\(Int(time / .microseconds(1)))")
        extending = Source(after: limits.extending) { [weak self] in self?.extend() }
    }

    private func tellSystemd(_ text: String) {
        if let notifySocket { _ = linux_send_datagram(notifySocket, text, text.utf8.count, -1) }
    }

    private func finishStopping() {
        guard requests.isEmpty, let stopped else { return }
        (self.stopped, timer) = (nil, nil)
        stopped()
    }

    private func end() {
        object = nil
        (timer, extending) = (nil, nil)
        onIdle()
    }
}
