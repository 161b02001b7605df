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

    /// A sheet that is known, or soon made; a longer one is made in pieces, which only `handle` can.
    func answer(_ frame: [UInt8], from connection: Connection) -> DirectAnswer? {
        guard let call = ListCall(frame: frame) else { return nil }
        let isKnown: Bool
        let answer: AnswerCache.Answer
        switch sheet(call.ask, call.content, connection) {
        case .known(let known)?: (answer, isKnown) = (known, true)
        case .new(let composition)? where composition.isShort:
            (answer, isKnown) = (finish(composition), false)
        case .new, nil: return nil
        }
        note(answer, connection)
        return DirectAnswer(
            method: Interfaces.sheet + ".List", parameters: answer.parameters, isKnown: isKnown)
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
        switch sheet(ask, content, call.connection) {
        case .known(let answer)?:
            note(answer, call.connection)
            call.reply(encoded: answer.parameters, isStanding: true)
        case .new(let composition)?:
            call.inPieces { [self] in
                guard composition.goOn() else { return }
                let answer = finish(composition)
                note(answer, call.connection)
                call.reply(encoded: answer.parameters, isStanding: isPresent(composition))
            }
        case nil:
            guard let locale = ask.locale.flatMap({ LocaleTag($0) }) else { return }
            collators.open(locale) { [self] in reply(to: call, ask, content) }
        }
    }

    private enum ListedSheet {
        case known(AnswerCache.Answer)
        case new(SheetComposition)
    }

    /// The sheet, from the cache if it is there; nil if the locale has to be opened first.
    private func sheet(
        _ ask: Sheet.ListRequest, _ content: ContentOutline, _ connection: Connection
    ) -> ListedSheet? {
        let snapshot = registry.snapshot
        // Whose own activities are left out.
        let application = ask.includeOwn == true ? nil : connection.app?.application
        let key = SheetKey(ask, content, application: application, sizeLimits: snapshot.sizeLimits)
        if let key, let known = answers.answer(key, generation: snapshot.generation) { return .known(known) }
        guard let collator = collators.collator(for: ask.locale.flatMap { LocaleTag($0) }) else { return nil }
        let request = Request(
            content: content, exclude: ask.exclude ?? [], application: application,
            elections: snapshot.elections, types: snapshot.types)
        let fragments = fragments.fragments(
            for: ask, collator, uid: connection.peer.uid, generation: snapshot.generation)
        return .new(
            SheetComposition(key, ask, request, snapshot, fragments, maximumBytes: connection.replyLimit))
    }

    private func finish(_ composition: SheetComposition) -> AnswerCache.Answer {
        let answer = composition.answer()
        if let key = composition.key, isPresent(composition) {
            answers.insert(answer, for: key, generation: composition.snapshot.generation)
        }
        return answer
    }

    /// Whether nothing has changed since the sheet was begun.
    private func isPresent(_ composition: SheetComposition) -> Bool {
        composition.snapshot.generation == registry.snapshot.generation
    }

    private func note(_ answer: AnswerCache.Answer, _ connection: Connection) {
        connection.app?.included = answer.included
        icons.expectCalls()
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
