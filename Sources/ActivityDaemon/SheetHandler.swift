// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import StrictJSON
import Varlink

/// Answers io.activityd.Sheet: decodes, asks the snapshot, encodes.
final class SheetHandler: InterfaceHandler {
    let interface: Interface
    private let registry: BundleRegistry
    private let icons: IconDrawing
    private let monitors: Monitors
    private let performing: PerformHandler
    private let authority: Authority
    /// Whether it serves a sandbox, which may look and not act.
    private let isForSandboxes: Bool
    private let collators: Collators
    private var fragments = SheetFragmentCache()
    private var answers = AnswerCache()

    init(
        interface: Interface, registry: BundleRegistry, icons: IconDrawing, monitors: Monitors,
        performing: PerformHandler, authority: Authority, collators: Collators, isForSandboxes: Bool
    ) {
        self.interface = interface
        self.registry = registry
        self.icons = icons
        self.monitors = monitors
        self.performing = performing
        self.authority = authority
        self.collators = collators
        self.isForSandboxes = isForSandboxes
    }

    func handle(_ call: PendingCall) throws(VarlinkError) {
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
        default: throw .methodNotImplemented("\(Interfaces.sheet).\(call.method)")
        }
    }

    func answer(_ frame: [UInt8], from connection: Connection) -> (parameters: [UInt8], isKnown: Bool)? {
        guard let call = ListCall(frame: frame) else { return nil }
        return answer(call.ask, call.content, connection)
    }

    private func list(_ call: PendingCall) throws(VarlinkError) {
        let ask = try decoded(Sheet.ListRequest.self, call)
        if let parameter = ask.faultyParameter { throw .invalidParameter(parameter) }
        let content: Content
        do { content = try Content(ask.content) } catch {
            throw WireError.invalidContent(error, interface: Interfaces.sheet)
        }
        reply(to: call, ask, content.outline)
    }

    /// At once, or when the locale is open.
    private func reply(to call: PendingCall, _ ask: Sheet.ListRequest, _ content: ContentOutline) {
        if let answer = answer(ask, content, call.connection) {
            call.reply(encoded: answer.parameters, isStanding: true)
        } else if let locale = ask.locale.flatMap({ LocaleTag($0) }) {
            collators.open(locale) { [self] in reply(to: call, ask, content) }
        }
    }

    /// The sheet, from the cache if it is there; nil if the locale has to be opened first.
    private func answer(
        _ ask: Sheet.ListRequest, _ content: ContentOutline, _ connection: Connection
    ) -> (parameters: [UInt8], isKnown: Bool)? {
        let app = connection.app
        let application = ask.includeOwn == true ? nil : app?.application
        guard let (answer, isKnown) = sheet(ask, content, by: application, for: connection.peer.uid) else {
            return nil
        }
        app?.included = answer.included
        icons.expectCalls()
        return (answer.parameters, isKnown)
    }

    /// - Parameter application: whose own activities are left out.
    private func sheet(
        _ ask: Sheet.ListRequest, _ content: ContentOutline, by application: String?, for uid: uid_t
    ) -> (AnswerCache.Answer, isKnown: Bool)? {
        let snapshot = registry.snapshot
        let key = SheetKey(ask, content, application: application, sizeLimits: snapshot.sizeLimits)
        if let key, let known = answers.answer(key, generation: snapshot.generation) { return (known, true) }
        guard let collator = collators.collator(for: ask.locale.flatMap { LocaleTag($0) }) else { return nil }
        let request = Request(
            content: content, exclude: ask.exclude ?? [], application: application,
            elections: snapshot.elections, types: snapshot.types)
        let fragments = fragments.fragments(
            for: ask, collator, uid: uid, generation: snapshot.generation)
        let answer = SheetComposition(ask, request, snapshot, fragments).answer()
        if let key { answers.insert(answer, for: key, generation: snapshot.generation) }
        return (answer, false)
    }
}

/// Reads the parameters of a call that its interface has already been held to.
func decoded<Parameters: JSONObjectReadable>(
    _: Parameters.Type, _ call: PendingCall
) throws(VarlinkError) -> Parameters {
    do { return try Parameters(call.parameters) } catch {
        throw .invalidParameter(JSON.tokens(of: error.pointer)?.first ?? "")
    }
}
