// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
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
        do throws(PerformRefusal) {
            let job = try job(ask, call)
            try performer.perform(job, program: try program(of: job), for: call)
        } catch {
            throw WireError.refusal(error, of: ask.identifier)
        }
    }

    private func job(_ ask: Sheet.PerformRequest, _ call: PendingCall) throws(PerformRefusal) -> PerformJob {
        let content: Content
        do { content = try Content(ask.content) } catch { throw PerformRefusal(error) }
        let snapshot = registry.snapshot
        if let path = ask.bundle {
            return try PerformJob(
                ask, try tried(path, ask.identifier), content: content, elections: Elections(),
                types: snapshot.types)
        }
        if Identifier.isValid(ask.identifier), call.connection.app?.included.contains(ask.identifier) == true
        {
            throw .notPerformable(reason: "It is the app's own: the app draws and performs it.")
        }
        let bundles = snapshot.bundles(ask.identifier)
        guard let bundle = snapshot.bundle(ask.identifier) ?? bundles.first else { throw .noSuchActivity }
        return try PerformJob(
            ask, bundle, content: content, elections: snapshot.elections, types: snapshot.types)
    }

    /// A bundle that is performed from where it lies, for its author.
    private func tried(_ path: String, _ identifier: String) throws(PerformRefusal) -> Bundle {
        let bundle = registry.bundle(at: path)
        if let error = bundle.diagnostics.first(where: { $0.severity == .error }) {
            throw .notPerformable(reason: "\(error.rule.rawValue): \(error.message)")
        }
        guard bundle.identifier.isExactly(identifier) else {
            throw .notPerformable(reason: "The bundle's identifier is \(bundle.identifier).")
        }
        return bundle
    }

    private func program(of job: PerformJob) throws(PerformRefusal) -> String {
        let name: String
        switch job.performing {
        case .exec(let arguments): name = arguments.first ?? ""
        case .uri: name = Performing.opener
        }
        switch registry.program(name, of: job.bundlePath) {
        case .success(let path): return path
        case .failure(let obstacle): throw .notPerformable(reason: obstacle.message)
        }
    }

    func follow(_ call: PendingCall) throws(VarlinkError) {
        let unit = try decoded(Sheet.UnitRequest.self, call).unit
        guard performer?.follow(unit, call) == true else { throw WireError.noSuchUnit(unit) }
    }

    func cancel(_ call: PendingCall) throws(VarlinkError) {
        let unit = try decoded(Sheet.UnitRequest.self, call).unit
        let isOurs = performer?.cancel(unit) { identifier, reason in
            if let reason {
                call.fail(WireError.notPerformable(identifier, reason))
            } else {
                call.reply(JSON.Object())
            }
        }
        guard isOurs == true else { throw WireError.noSuchUnit(unit) }
    }

    /// What a compositor gives: graphic ASCII. It becomes a variable of the environment.
    private static func isToken(_ text: String) -> Bool {
        text.utf8.count <= 1024 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}

extension PerformRefusal {
    fileprivate init(_ fault: ContentFault) {
        switch fault {
        case .invalid(let item, let reason): self = .invalidContent(item: item, reason: reason)
        case .tooMany(let maximum): self = .limitExceeded("items", maximum)
        }
    }
}
