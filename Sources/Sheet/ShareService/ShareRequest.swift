// SPDX-License-Identifier: Apache-2.0
//
// One call of Share, from its arrival to the sheet's end:
//
//     looking ──▶ open ──▶ ended
//        └───────────────────▲
//
// In `looking`, the caller waits for its reply, the handle is reserved, and the sheet counts towards the
// limits. Then the object is exported, the reply is sent and the sheet is opened, in this order: the handle
// can be called when it arrives, and Response follows the reply. `finish` is the only function that emits
// Response.

import ActivityModel
import CGIO
import SessionBus
import ShareCalling
import SheetSession

/// A caller's request for a sheet, and its object on the bus.
final class ShareRequest {
    private enum State {
        case looking(BusCall, Source)
        case open(BusObject, SheetRequest, (any OpenedSheet)?)
        case ended
    }

    private enum Ending {
        /// The sheet ended by itself.
        case outcome(SheetOutcome)
        /// The caller closed the request or left the bus, or the call was refused.
        case withdrawn
        /// The service stops.
        case stopped
    }

    let sender: String
    let path: String
    /// Account that limits apply to, shared by all connections of an app; the connection's name until the app
    /// is known.
    var account: String
    /// Key of the sharing program; nil until the caller is known.
    var sharer: String?
    private let connection: BusConnection
    private let gone: (ShareRequest) -> Void
    private var state: State
    private var watch: PeerWatch?

    /// - Parameters:
    ///   - timeout: time limit for looking up the files, after which the call is refused.
    ///   - gone: called once, when the request ends; not if it is released before.
    init(
        _ call: BusCall, path: String, timeout: Duration, _ connection: BusConnection,
        gone: @escaping (ShareRequest) -> Void
    ) {
        (sender, account) = (call.sender, call.sender)
        self.path = path
        self.connection = connection
        self.gone = gone
        state = .ended
        let timer = Source(after: timeout) { [weak self] in
            self?.refuse(
                .unanswered(
                    "The files cannot be looked at: a disk, a server or the document portal does not answer.")
            )
        }
        state = .looking(call, timer)
        watch = PeerWatch(connection, sender) { [weak self] in self?.end(.withdrawn) }
    }

    deinit { finish(.stopped) }

    /// Whether the person sees the request's sheet, or is about to.
    var isVisible: Bool {
        switch state {
        case .looking: true
        case .open(_, _, let sheet): sheet?.isVisible ?? true
        case .ended: false
        }
    }

    var isUntouched: Bool {
        if case .open(_, _, let sheet?) = state { sheet.isUntouched } else { false }
    }

    var isOpen: Bool { if case .open = state { true } else { false } }

    /// Replies and opens the sheet, unless the request has ended meanwhile.
    ///
    /// - Parameter ended: called with the sheet's outcome; the sheet retains it until its activity has ended.
    /// - Returns: whether the sheet was opened.
    func open(
        _ request: SheetRequest, _ opening: any SheetOpening, ended: @escaping (SheetOutcome) -> Void
    ) -> Bool {
        guard case .looking(let call, _) = state else { return false }
        do throws(BusError) {
            let object = try BusObject(
                connection, path, ShareInterface.requestName, in: ShareInterface.introspection
            ) { [weak self] in self?.receive($0) }
            state = .open(object, request, nil)
            call.reply(Variant.tuple(g_variant_new_object_path(path)))
            let sheet = opening.open(request) { [weak self] outcome in
                ended(outcome)
                self?.end(.outcome(outcome))
            }
            if case .open = state { state = .open(object, request, sheet) }
            return true
        } catch {
            refuse(error)
            return false
        }
    }

    func refuse(_ error: BusError) {
        guard case .looking(let call, _) = state else { return }
        call.refuse(error)
        end(.withdrawn)
    }

    /// Closes the sheet. If an activity runs, the request ends after it, else at once.
    func close() {
        if case .open(_, _, let sheet?) = state { sheet.close() } else { stop() }
    }

    func stop() { end(.stopped) }

    /// Closes an untouched sheet if its program shares the same content again in the new request.
    func makeRoom(for request: SheetRequest, of sharer: String?) {
        if case .open(_, let own, let sheet?) = state, isUntouched, self.sharer == sharer,
            own.sharesTheSame(as: request)
        {
            sheet.leave()
        }
    }

    private func receive(_ call: BusCall) {
        guard call.sender == sender else { return call.refuse(.denied("Only its caller can close a sheet.")) }
        call.reply(nil)
        end(.withdrawn)
    }

    private func end(_ ending: Ending) {
        if finish(ending) { gone(self) }
    }

    /// Ends the request: removes the object from the bus, closes the sheet if it has not ended by itself, and
    /// emits Response if the sheet was opened and the caller has not withdrawn.
    ///
    /// - Returns: false if the request had already ended.
    @discardableResult
    private func finish(_ ending: Ending) -> Bool {
        let former = state
        state = .ended
        watch = nil
        switch (former, ending) {
        case (.ended, _): return false
        case (.looking, _): break
        case (.open, .outcome(let outcome)): respond(outcome.response)
        case (.open(_, _, let sheet), .withdrawn): sheet?.close()
        case (.open(_, _, let sheet), .stopped):
            respond(SheetOutcome.failed(reason: "").response)
            sheet?.close()
        }
        return true
    }

    private func respond(_ response: UInt32) {
        connection.emit(
            "Response", ShareInterface.requestName, path, to: sender,
            Variant.tuple(g_variant_new_uint32(response), Variant.dictionary([])))
    }
}

extension SheetRequest {
    /// Whether another request shares the same content over the same parent window. Sizes may differ: a file
    /// may have grown meanwhile.
    fileprivate func sharesTheSame(as other: SheetRequest) -> Bool {
        other.asker == asker && other.parent == parent && other.options == options
            && other.items.map(\.representation.uri) == items.map(\.representation.uri)
            && other.items.map(\.representation.text) == items.map(\.representation.text)
            && other.caption == caption && other.subject == subject
    }
}
