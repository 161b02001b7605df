// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import StrictJSON
import Varlink

final class SheetHandler: CallHandler {
    let interface: Interface
    private let registry: BundleRegistry
    private let icons: IconDrawing
    private let monitors: Monitors
    private let performing: PerformHandler
    private let features: [Feature]
    private let authority: Authority
    /// Whether the handler serves a sandbox, which may list activities but not perform them.
    private let isForSandboxes: Bool
    private let collators: Collators
    private var answers = AnswerCache()

    private static let list = Interfaces.sheet + ".List"

    init(
        interface: Interface, registry: BundleRegistry, icons: IconDrawing, monitors: Monitors,
        performing: PerformHandler, features: [Feature], authority: Authority, collators: Collators,
        isForSandboxes: Bool
    ) {
        self.interface = interface
        self.registry = registry
        self.icons = icons
        self.monitors = monitors
        self.performing = performing
        self.features = features
        self.authority = authority
        self.collators = collators
        self.isForSandboxes = isForSandboxes
    }

    func answer(_ call: PendingCall) throws(CallError) {
        switch call.method {
        case "List": try list(call)
        case "Icon": try icons.draw(call)
        case "Monitor": monitors.add(call, generation: registry.snapshot.generation)
        case _ where isForSandboxes || !authority.mayPerform(call.connection.peer): throw .permissionDenied
        case "Perform": try performing.perform(call)
        case "Form": try performing.form(call)
        case "Follow": try performing.follow(call)
        case "Running": performing.running(call)
        case "Cancel": try performing.cancel(call)
        default:
            guard let handler = features.handler(of: call.method, among: \.methods) else {
                throw .methodNotImplemented(method: "\(Interfaces.sheet).\(call.method)")
            }
            try handler(call)
        }
    }

    func knownReply(to frame: [UInt8], from connection: Connection) -> KnownReply? {
        let snapshot = registry.snapshot
        guard let call = ListCall(frame: frame),
            let key = SheetKey(
                call.ask, call.content, application: application(call.ask, connection),
                sizeLimits: snapshot.sizeLimits),
            let answer = answers.answer(key, generation: snapshot.generation)
        else { return nil }
        rememberIncluded([], connection)
        return (Self.list, answer)
    }

    private func list(_ call: PendingCall) throws(CallError) {
        let ask = try decoded(Sheet.ListRequest.self, call)
        if let parameter = ask.faultyParameter { throw .invalidParameter(parameter: parameter) }
        let content = try Content(asked: ask.content).outline
        collators.open(ask.locale.flatMap { LocaleTag($0) }, for: call.requester) { [self] in
            reply(to: call, ask, content, by: $0)
        }
    }

    private func reply(
        to call: PendingCall, _ ask: Sheet.ListRequest, _ content: ContentOutline, by collator: Collator
    ) {
        let snapshot = registry.snapshot
        let application = application(ask, call.connection)
        let key = SheetKey(ask, content, application: application, sizeLimits: snapshot.sizeLimits)
        if let key, let known = answers.answer(key, generation: snapshot.generation) {
            rememberIncluded([], call.connection)
            return call.reply(known)
        }
        let request = Request(
            content: content, exclude: ask.exclude ?? [], application: application,
            elections: snapshot.elections, types: snapshot.types)
        let composition = SheetComposition(
            ask, request, snapshot, collator, maximumBytes: call.connection.replyLimit)
        call.inPieces { [self] in
            // Another client may have made the same sheet while this call waited.
            if let key, let known = answers.answer(key, generation: snapshot.generation) {
                rememberIncluded([], call.connection)
                return call.reply(known)
            }
            guard composition.step() else { return }
            let answer = composition.reply
            if let key, snapshot.generation == registry.snapshot.generation {
                answers.insert(answer, for: key, generation: snapshot.generation)
            }
            rememberIncluded(composition.ownIdentifiers, call.connection)
            call.reply(answer)
        }
    }

    /// The app whose own activities the sheet leaves out.
    private func application(_ ask: Sheet.ListRequest, _ connection: Connection) -> String? {
        ask.includeOwn == true ? nil : connection.app?.application
    }

    /// - Parameter included: the app's own activities in the sheet.
    private func rememberIncluded(_ included: Set<String>, _ connection: Connection) {
        connection.app?.included = included
        icons.expectCalls()
    }
}

extension Content {
    init(asked items: [Item]) throws(CallError) {
        do { try self.init(items) } catch { throw CallError(error) }
    }
}
