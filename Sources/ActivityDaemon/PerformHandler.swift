// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import StrictJSON
import Varlink

/// Answers Perform, Follow and Cancel: decodes, checks, hands on to the performer.
final class PerformHandler {
    private let registry: BundleRegistry
    /// Nil in the system scope, where nothing is performed.
    private let performer: Performer?

    init(registry: BundleRegistry, performer: Performer?) {
        self.registry = registry
        self.performer = performer
    }

    func perform(_ call: PendingCall) throws(VarlinkError) {
        let ask = try decoded(Sheet.PerformRequest.self, call)
        guard let performer else {
            throw WireError.notPerformable(
                ask.identifier, "The system's registry performs nothing. Ask the person's own.")
        }
        if let token = ask.activationToken, !Self.isToken(token) {
            throw .invalidParameter("activationToken")
        }
        if let bundle = ask.bundle, !BundlePath.isAbsolute(bundle) || bundle.utf8.contains(0) {
            throw .invalidParameter("bundle")
        }
        guard let path = ask.bundle else {
            return perform(ask, call, performer, continues: false) {
                [self] () throws(PerformRefusal) in try job(ask, call)
            }
        }
        registry.request(for: call.diskCaller, at: path) {
            $0.bundle(at: path)
        } then: { [self] result in
            perform(ask, call, performer, continues: true) { () throws(PerformRefusal) in
                switch result {
                case .success(let bundle): try job(ask, tried: bundle)
                case .failure(let refusal): throw PerformRefusal(refusal)
                }
            }
        }
    }

    /// Looks for the job's program, and has it performed.
    private func perform(
        _ ask: Sheet.PerformRequest, _ call: PendingCall, _ performer: Performer, continues: Bool,
        _ makeJob: () throws(PerformRefusal) -> PerformJob
    ) {
        let client = PerformCall(call)
        func refuse(_ refusal: PerformRefusal) { client.tell(.refused(refusal, of: ask.identifier)) }
        let job: PerformJob
        do { job = try makeJob() } catch { return refuse(error) }
        let (program, bundle) = (job.programName, job.bundlePath)
        registry.request(for: client.caller, continues: continues, at: bundle) {
            $0.program(program, of: bundle)
        } then: { found in
            switch found {
            case .success(.success(let path)): performer.perform(job, program: path, for: client)
            case .success(.failure(let obstacle)): refuse(.notPerformable(reason: obstacle.message))
            case .failure(let refusal): refuse(PerformRefusal(refusal))
            }
        }
    }

    private func request(_ ask: Sheet.PerformRequest) throws(PerformRefusal) -> PerformRequest {
        let content: Content
        do { content = try Content(ask.content) } catch { throw PerformRefusal(error) }
        return PerformRequest(
            content: content, answers: ask.answers ?? [:], locale: ask.locale,
            activationToken: ask.activationToken, isTrial: ask.bundle != nil)
    }

    private func job(_ ask: Sheet.PerformRequest, _ call: PendingCall) throws(PerformRefusal) -> PerformJob {
        let request = try request(ask)
        let snapshot = registry.snapshot
        if Identifier.isValid(ask.identifier), call.connection.app?.included.contains(ask.identifier) == true
        {
            throw .notPerformable(reason: "It is the app's own: the app draws and performs it.")
        }
        let bundles = snapshot.bundles(ask.identifier)
        guard let bundle = snapshot.bundle(ask.identifier) ?? bundles.first else { throw .noSuchActivity }
        return try PerformJob(
            request, of: bundle, elections: snapshot.elections, types: snapshot.types)
    }

    /// Of a bundle that is performed from where it lies, for its author.
    private func job(
        _ ask: Sheet.PerformRequest, tried bundle: Bundle
    ) throws(PerformRefusal) -> PerformJob {
        if let error = bundle.diagnostics.first(where: { $0.severity == .error }) {
            throw .notPerformable(reason: "\(error.rule.rawValue): \(error.message)")
        }
        guard bundle.identifier.isExactly(ask.identifier) else {
            throw .notPerformable(reason: "The bundle's identifier is \(bundle.identifier).")
        }
        return try PerformJob(
            try request(ask), of: bundle, elections: Elections(), types: registry.snapshot.types)
    }

    func follow(_ call: PendingCall) throws(VarlinkError) {
        let unit = try decoded(Sheet.UnitRequest.self, call).unit
        guard let performer else { throw WireError.noSuchUnit(unit) }
        performer.follow(unit, PerformCall(call))
    }

    func cancel(_ call: PendingCall) throws(VarlinkError) {
        let unit = try decoded(Sheet.UnitRequest.self, call).unit
        guard let performer else { throw WireError.noSuchUnit(unit) }
        performer.cancel(unit, for: PerformCall(call))
    }

    /// What a compositor gives: graphic ASCII. It becomes a variable of the environment.
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
