// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import StrictJSON
import Varlink

/// Answers the performing methods of io.activityd.Sheet: decodes, checks, and calls the performer.
final class PerformHandler {
    let registry: BundleRegistry
    /// The performer of the user scope; nil in the system scope, where no activity is performed.
    private let performer: Performer?

    init(registry: BundleRegistry, performer: Performer?) {
        self.registry = registry
        self.performer = performer
    }

    func perform(_ call: PendingCall) throws(CallError) {
        guard Self.answerBytes(call) <= FormAnswers.maximumBytes else {
            throw .limitExceeded(limit: "answers", maximum: FormAnswers.maximumBytes)
        }
        let ask = try decoded(Sheet.PerformRequest.self, call)
        let performer = try performer(of: ask.identifier)
        try Self.checkWords(ask.caption, ask.subject)
        if let token = ask.activationToken, !Self.isToken(token) {
            throw .invalidParameter(parameter: "activationToken")
        }
        if let folder = ask.clipboard, !Self.isPath(folder) {
            throw .invalidParameter(parameter: "clipboard")
        }
        try find(ask.identifier, ask.bundle, call) { [self] found, continues in
            perform(ask, call, performer, continues: continues) { () throws(PerformRefusal) in
                let request = try PerformRequest(ask)
                let found = try found.get()
                return try PerformJob(
                    request, of: found.bundle, elections: found.elections, types: found.types)
            }
        }
    }

    /// Maximum bytes of a caption, and of a subject.
    private static let maximumWords = 256 << 10

    static func checkWords(_ caption: String?, _ subject: String?) throws(CallError) {
        for (name, text) in [("caption", caption), ("subject", subject)]
        where text?.utf8.count ?? 0 > maximumWords {
            throw .limitExceeded(limit: name, maximum: maximumWords)
        }
    }

    private static func answerBytes(_ call: PendingCall) -> Int {
        guard case .object(let answers)? = call.parameters.value("answers") else { return 0 }
        return answers.members.reduce(0) { total, answer in
            guard case .string(let text) = answer.value else { return total }
            return total + answer.name.utf8.count + text.utf8.count
        }
    }

    /// - Throws: NotPerformable in the system scope.
    func performer(of identifier: String) throws(CallError) -> Performer {
        if let performer { return performer }
        throw .notPerformable(
            identifier: identifier, reason: "The system's registry performs nothing. Ask the person's own.")
    }

    /// Finds the job's program, and performs the job.
    private func perform(
        _ ask: Sheet.PerformRequest, _ call: PendingCall, _ performer: Performer, continues: Bool,
        _ makeJob: () throws(PerformRefusal) -> PerformJob
    ) {
        let client = PerformCall(call)
        func refuse(_ refusal: PerformRefusal) { client.notify(.refused(refusal, of: ask.identifier)) }
        let job: PerformJob
        do { job = try makeJob() } catch { return refuse(error) }
        let (program, bundle) = (job.programName, job.bundlePath)
        registry.request(for: client.caller, continues: continues, at: bundle) {
            $0.program(program, of: bundle)
        } then: { [registry] found in
            switch found {
            case .success(.success(let path)):
                performer.perform(job, program: path, for: client)
                if let answers = job.kept { registry.saveAnswers(answers, of: job.identifier, .begun) }
            case .success(.failure(let obstacle)): refuse(.notPerformable(reason: obstacle.message))
            case .failure(let refusal): refuse(PerformRefusal(refusal))
            }
        }
    }

    // MARK: Finding the bundle

    /// A bundle, and the values that a match depends on.
    struct Found {
        let bundle: Bundle
        let elections: Elections
        let types: ContentTypeDatabase
    }

    /// Finds a bundle in the registry, or reads the one at `path` for an author's trial.
    ///
    /// - Parameter then: receives the bundle, and whether the call has already waited for the disk.
    func find(
        _ identifier: String, _ path: String?, _ call: PendingCall,
        then: @escaping (Result<Found, PerformRefusal>, _ continues: Bool) -> Void
    ) throws(CallError) {
        guard let path else {
            let found = Result { () throws(PerformRefusal) in try registered(identifier, call) }
            return then(found, false)
        }
        guard Self.isPath(path) else { throw .invalidParameter(parameter: "bundle") }
        registry.request(for: call.diskCaller, at: path) {
            $0.bundle(at: path)
        } then: { [self] result in
            then(
                Result { () throws(PerformRefusal) in
                    switch result {
                    case .success(let bundle): try tried(bundle, as: identifier)
                    case .failure(let refusal): throw PerformRefusal(refusal)
                    }
                }, true)
        }
    }

    func registered(_ identifier: String, _ call: PendingCall) throws(PerformRefusal) -> Found {
        let snapshot = registry.snapshot
        if Identifier.isValid(identifier), call.connection.app?.included.contains(identifier) == true {
            throw .notPerformable(reason: "It is the app's own: the app draws and performs it.")
        }
        let bundles = registry.bundles(identifier)
        guard let bundle = snapshot.bundle(identifier) ?? bundles.first else { throw .noSuchActivity }
        return Found(bundle: bundle, elections: snapshot.elections, types: snapshot.types)
    }

    private func tried(_ bundle: Bundle, as identifier: String) throws(PerformRefusal) -> Found {
        if let error = bundle.diagnostics.first(where: { $0.severity == .error }) {
            throw .notPerformable(reason: "\(error.rule.rawValue): \(error.message)")
        }
        guard bundle.identifier.isExactly(identifier) else {
            throw .notPerformable(reason: "The bundle's identifier is \(bundle.identifier).")
        }
        // The admin's decisions apply to a trial too, except where the person may override them and elects
        // `use`. The person's own `ignore` does not apply.
        var elections = registry.snapshot.elections
        elections.person = elections.person.filter { $0.value == .use }
        if registry.state.closed.contains(.personalActivities) { elections.bounds.append(.none) }
        return Found(bundle: bundle, elections: elections, types: registry.snapshot.types)
    }

    // MARK: Running and finished performs

    func follow(_ call: PendingCall) throws(CallError) {
        let unit = try decoded(Sheet.UnitRequest.self, call).unit
        guard let performer else { throw .noSuchUnit(unit: unit) }
        performer.follow(unit, PerformCall(call))
    }

    func running(_ call: PendingCall) {
        let client = PerformCall(call)
        guard let performer else { return client.notify(.running([])) }
        performer.running(for: client)
    }

    func cancel(_ call: PendingCall) throws(CallError) {
        let unit = try decoded(Sheet.UnitRequest.self, call).unit
        guard let performer else { throw .noSuchUnit(unit: unit) }
        performer.cancel(unit, for: PerformCall(call))
    }

    private static func isPath(_ text: String) -> Bool {
        BundlePath.isAbsolute(text) && !text.utf8.contains(0)
    }

    /// Whether the text can be a compositor's activation token: at most 1 KiB of graphic ASCII. It becomes an
    /// environment variable.
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension PerformRequest {
    fileprivate init(_ ask: Sheet.PerformRequest) throws(PerformRefusal) {
        self.init(
            content: try Content(performing: ask.content), caption: ask.caption, subject: ask.subject,
            answers: ask.answers ?? [:], locale: ask.locale, activationToken: ask.activationToken,
            clipboard: ask.clipboard, isTrial: ask.bundle != nil)
    }
}

extension Content {
    init(performing items: [Item]) throws(PerformRefusal) {
        do { try self.init(items) } catch { throw PerformRefusal(error) }
    }
}
