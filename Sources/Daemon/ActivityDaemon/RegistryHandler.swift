// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPolicy
import ActivityRegistry
import Host
import StrictJSON
import Varlink

final class RegistryHandler: CallHandler {
    /// Number of descriptions or verdicts in one reply, if the client wants several replies. A reply holds
    /// this many even with the largest manifests and diagnostics.
    private static let portionSize = 64
    /// Number of representations matched against bundles for one portion: about a millisecond of work.
    private static let matchesPerPortion = 65_536

    let interface: Interface
    let registry: BundleRegistry
    let authority: Authority
    let audit: AuditLog
    private let rankings: SheetRankings
    private let status: () -> Registry.StatusReply
    let features: [Feature]

    init(
        interface: Interface, registry: BundleRegistry, authority: Authority, audit: AuditLog,
        rankings: SheetRankings, features: [Feature], status: @escaping () -> Registry.StatusReply
    ) {
        self.interface = interface
        self.registry = registry
        self.authority = authority
        self.audit = audit
        self.rankings = rankings
        self.status = status
        self.features = features
    }

    func answer(_ call: PendingCall) throws(CallError) {
        switch call.method {
        case "Status": call.reply(status().object)
        case "Describe": try describe(call)
        case "Explain": try explain(call)
        case "Check": try check(call)
        case "Policy": policy(call)
        default:
            if let handler = features.handler(of: call.method, among: \.queries) { return try handler(call) }
            do {
                try authority.requireChange(call.connection.peer)
            } catch {
                audit.refused(call, Self.subject(call), error)
                throw error
            }
            try change(call)
        }
    }

    /// The activity that a change names; empty if it names none.
    private static func subject(_ call: PendingCall) -> String {
        if case .string(let identifier)? = call.parameters.value("identifier") { return identifier }
        return ""
    }

    // MARK: Reading

    private func describe(_ call: PendingCall) throws(CallError) {
        let snapshot = registry.snapshot
        let ask = try decoded(Registry.DescribeRequest.self, call)
        let bundles = try bundles(ask.identifier, snapshot)
        rankings.ranking(of: snapshot, for: call) { [self] ranking in
            send("activities", of: bundles, Self.portionSize, call, until: { ranking.step() }) { portion in
                Registry.DescribeReply(
                    generation: snapshot.generation,
                    activities: portion.map {
                        Registry.Description(
                            $0, under: snapshot.elections, isStarred: snapshot.isStarred($0),
                            rank: ranking.rank(of: $0))
                    })
            }
        }
    }

    private func explain(_ call: PendingCall) throws(CallError) {
        let ask = try decoded(Registry.ExplainRequest.self, call)
        guard ask.exclude?.count ?? 0 <= Sheet.ListRequest.maximumExcluded else {
            throw .invalidParameter(parameter: "exclude")
        }
        let content = try Content(asked: ask.content)
        let snapshot = registry.snapshot
        let request = Request(
            content: content.outline, exclude: ask.exclude ?? [],
            application: ask.includeOwn == true ? nil : ask.application, elections: snapshot.elections,
            types: snapshot.types)
        let size = max(1, min(Self.portionSize, Self.matchesPerPortion / content.outline.properties.count))
        send("verdicts", of: try bundles(ask.identifier, snapshot), size, call) { [self] portion in
            Registry.ExplainReply(verdicts: portion.map { verdict(on: $0, request) })
        }
    }

    /// The verdict, with the file by which the admin's policy ignores the activity.
    private func verdict(on bundle: Bundle, _ request: Request) -> Registry.Verdict {
        var verdict = Registry.Verdict(bundle, request)
        guard verdict.code == .ignoredByAdmin else { return verdict }
        if registry.state.isClosed {
            verdict.message += " \"activityctl status\" names what cannot be read."
        } else if registry.state.admin.waits(bundle.traits),
            let place = registry.state.admin.location(closing: bundle.traits)
        {
            verdict.message += " It waits because of \(place); \"activityctl status\" says what to do."
        } else if let entry = registry.state.admin.entry(about: bundle.traits) {
            verdict.message += " \(entry.path) says so, by \"\(entry.key)\"."
        }
        return verdict
    }

    /// All bundles, or those of the given identifier.
    private func bundles(_ identifier: String?, _ snapshot: Snapshot) throws(CallError) -> [Bundle] {
        guard let identifier else { return snapshot.bundles }
        let bundles = registry.bundles(identifier)
        guard !bundles.isEmpty else {
            throw .noSuchActivity(identifier: identifier)
        }
        return bundles
    }

    /// Replies in portions of `size` bundles, encoded as the client reads them; for a client that wants
    /// a single reply they are joined.
    ///
    /// - Parameter isPrepared: makes one piece of the data that replies need; returns false while pieces are
    ///   missing.
    private func send(
        _ list: String, of bundles: [Bundle], _ size: Int, _ call: PendingCall,
        until isPrepared: @escaping () -> Bool = { true },
        _ reply: @escaping (ArraySlice<Bundle>) -> some JSONObjectConvertible
    ) {
        var rest = bundles[...]
        func next() -> (reply: JSON.Object, isLast: Bool) {
            defer { rest = rest.dropFirst(size) }
            return (reply(rest.prefix(size)).object, rest.count <= size)
        }
        var elements = EncodedArray()
        call.inPieces {
            guard isPrepared() else { return }
            let (reply, isLast) = next()
            if call.wantsMore { return isLast ? call.reply(reply) : call.stream(reply) }
            if case .array(let portion)? = reply.value(list) { elements.append(contentsOf: portion) }
            if isLast || elements.text.count > call.connection.replyLimit {
                call.reply(EncodedReply(reply, elements, as: list))
            }
        }
    }

    /// Scans first for a caller who may change policy, so that a file written just before the call shows.
    /// Other callers get the state of the last scan, as does everyone while the disk does not respond.
    private func policy(_ call: PendingCall) {
        guard authority.mayChange(call.connection.peer) else { return sendPolicy(call) }
        registry.request(for: call.diskCaller) {
            $0.catchUp()
        } then: { [self] _ in
            sendPolicy(call)
        }
    }

    /// Sends the policy in portions encoded as the client reads them; without `more`, everything must fit one
    /// portion.
    private func sendPolicy(_ call: PendingCall) {
        var portions = PolicyPortions(registry.state.policy)
        guard call.wantsMore else {
            let (reply, isLast) = portions.next()
            return isLast ? call.reply(reply.object) : call.refuse(.expectedMore)
        }
        call.stream {
            let (reply, isLast) = portions.next()
            return (reply.object, isLast)
        }
    }

    private func check(_ call: PendingCall) throws(CallError) {
        let files = try Self.files(try decoded(Registry.CheckRequest.self, call).files)
        let requester = call.requester
        registry.request(for: call.diskCaller) { keeper, answer in
            keeper.check(files, for: requester, then: answer)
        } then: { result in
            Self.answer(call, Self.flat(result)) { Registry.CheckReply(diagnostics: $0) }
        }
    }

    // MARK: Changing

    private func change(_ call: PendingCall) throws(CallError) {
        switch call.method {
        case "Register": try register(call)
        case "RegisterLink": try link(call)
        // A person's answers are private: other users who may read the registry do not get them.
        case "Answers": try answers(call)
        case "Forget": try forget(call)
        case "Unregister":
            let ask = try decoded(Registry.UnregisterRequest.self, call)
            change(call, ask.identifier, isDryRun: ask.check) { keeper, isDryRun throws(ChangeFault) in
                try keeper.unregister(ask.identifier, isDryRun: isDryRun)
            }
        case "Elect":
            let ask = try decoded(Registry.ElectRequest.self, call)
            change(call, ask.identifier, isDryRun: ask.check) { keeper, isDryRun throws(ChangeFault) in
                try keeper.elect(ask.identifier, ask.election, lock: ask.lock ?? false, isDryRun: isDryRun)
            }
        case "Arrange":
            let ask = try decoded(Registry.ArrangeRequest.self, call)
            change(call, "", isDryRun: ask.check) { keeper, isDryRun throws(ChangeFault) in
                try keeper.arrange(ask.identifiers, isDryRun: isDryRun)
            }
        case "Star":
            let ask = try decoded(Registry.StarRequest.self, call)
            change(call, "", isDryRun: ask.check) { keeper, isDryRun throws(ChangeFault) in
                try keeper.star(ask.identifiers, isDryRun: isDryRun)
            }
        default: throw .methodNotImplemented(method: "\(Interfaces.registry).\(call.method)")
        }
    }

    private typealias Change =
        @Sendable (RegistryKeeper, _ isDryRun: Bool) throws(ChangeFault) -> RegistryKeeper.Change

    /// Makes or tries a change, and answers with the generation in which it holds.
    private func change(
        _ call: PendingCall, _ subject: String, isDryRun: Bool?, _ change: @escaping Change
    ) {
        let isDryRun = isDryRun == true
        registry.request(for: call.diskCaller) { keeper in
            Result { () throws(ChangeFault) in try change(keeper, isDryRun) }
        } then: { [audit] result in
            let result = Self.flat(result)
            if !isDryRun { audit.record(call, subject, result) }
            Self.answer(call, result) {
                Registry.Change(generation: $0.generation, changed: $0.isDifferent)
            }
        }
    }

    static func flat<Value>(
        _ result: Result<Result<Value, ChangeFault>, DiskRefusal>
    ) -> Result<Value, ChangeFault> {
        result.mapError { .disk($0) }.flatMap { $0 }
    }

    static func answer<Value>(
        _ call: PendingCall, _ result: Result<Value, ChangeFault>,
        _ reply: (Value) -> some JSONObjectConvertible
    ) {
        switch result {
        case .success(let value): call.reply(reply(value).object)
        case .failure(let fault): call.refuse(CallError(fault))
        }
    }

    static func files(_ files: [Registry.File]) throws(CallError) -> [BundleFile] {
        var bundle: [BundleFile] = []
        for file in files {
            guard let bytes = Base64.decode(file.data) else { throw .invalidParameter(parameter: "files") }
            bundle.append(BundleFile(path: file.path, bytes: bytes, isExecutable: file.executable ?? false))
        }
        return bundle
    }
}
