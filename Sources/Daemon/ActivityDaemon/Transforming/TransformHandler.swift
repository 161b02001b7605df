// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Systemd
import Varlink

/// Answers Options, Inspect and Prepare: decodes, checks, and calls the performer.
final class TransformHandler {
    private let performing: PerformHandler
    /// Unanswered calls of Inspect.
    private var inspecting: [InspectCall] = []

    init(_ performing: PerformHandler) { self.performing = performing }

    private var registry: BundleRegistry { performing.registry }

    // MARK: Options

    func options(_ call: PendingCall) throws(CallError) {
        _ = try performing.performer(of: "")
        let ask = try decoded(Sheet.OptionsRequest.self, call)
        try PerformHandler.checkWords(ask.caption, ask.subject)
        let content: Content
        do { content = try Content(performing: ask.content) } catch { throw CallError(error, of: "") }
        let snapshot = registry.snapshot
        let request = Request(content: content.outline, elections: snapshot.elections, types: snapshot.types)
        let texts = [ask.caption, ask.subject].compactMap(\.self)
        let locale = ask.locale.flatMap { LocaleTag($0) }
        var rest = snapshot.transforms[...]
        var options: [(order: OptionOrder, option: Sheet.ContentOption)] = []
        // Each piece matches one transform with thousands of items.
        call.inPieces {
            guard let bundle = rest.popFirst() else {
                options.sort { $0.order < $1.order }
                return call.reply(Sheet.OptionsReply(options: options.map(\.option)).object)
            }
            let accepted = bundle.changed(of: request, texts: texts)
            if !accepted.isEmpty {
                let option = Sheet.ContentOption(bundle, accepted: accepted, locale: locale)
                options.append((OptionOrder(bundle, locale), option))
            }
        }
    }

    // MARK: Inspect

    func inspect(_ call: PendingCall) throws(CallError) {
        let end = Clock.sinceBoot + Performer.inspectionTimeout
        let performer = try performing.performer(of: "")
        guard inspecting.count < ProgramLimits.inspections else {
            throw .limitExceeded(limit: "inspections", maximum: ProgramLimits.inspections)
        }
        let ask = try decoded(Sheet.InspectRequest.self, call)
        try PerformHandler.checkWords(ask.caption, ask.subject)
        let content: Content
        do { content = try Content(performing: ask.content) } catch { throw CallError(error, of: "") }
        let asking = InspectCall(call) { [weak self] asking in self?.inspecting.removeAll { $0 === asking } }
        inspecting.append(asking)
        let request = InspectionRequest(
            content, caption: ask.caption, subject: ask.subject, locale: ask.locale)
        guard let bundle = registry.snapshot.inspector else {
            return asking.report(Inspection(nothingOf: request.itemIndexes))
        }
        // The inspection begins before the disk is asked, so that its time limit covers a hanging disk too.
        let run = performer.makeInspectionRun(request.itemIndexes, by: bundle, before: end) { [weak asking] in
            asking?.report($0)
        }
        asking.run = run
        let caller = DiskCaller(.inquiry, bytes: call.size, isWanted: { [weak asking] in asking != nil })
        registry.request(for: caller, at: bundle.path) { keeper in
            Result { () throws(PerformRefusal) in
                let job = try request.job(of: bundle, timeout: Performer.inspectionTimeout)
                return (job: job, program: keeper.inspector(bundle))
            }
        } then: { [weak asking] found in
            do throws(PerformRefusal) {
                let found = try found.mapError { PerformRefusal($0) }.get().get()
                guard let program = found.program else {
                    return run.giveUp(because: "Its program cannot be run.")
                }
                run.begin(found.job, program: program)
            } catch {
                asking?.fail(error)
            }
        }
    }

    // MARK: Prepare

    /// Maximum number of options in one Prepare.
    private static let maximumOptions = 16

    func prepare(_ call: PendingCall) throws(CallError) {
        let performer = try performing.performer(of: "")
        let ask = try decoded(Sheet.PrepareRequest.self, call)
        let identifiers = ask.options.map { Array($0.identifier.utf8) }
        guard (1...Self.maximumOptions).contains(identifiers.count),
            Set(identifiers).count == identifiers.count
        else { throw .invalidParameter(parameter: "options") }
        let answers = ask.options.lazy.flatMap { $0.answers ?? [:] }
        guard answers.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= FormAnswers.maximumBytes
        else { throw .limitExceeded(limit: "answers", maximum: FormAnswers.maximumBytes) }
        try PerformHandler.checkWords(ask.caption, ask.subject)
        let request = try request(ask, call)
        let client = PerformCall(call)
        func identifier(_ step: Int) -> String { request.steps[step].bundle.identifier }
        registry.request(for: client.caller, at: request.steps.first?.bundlePath) { keeper in
            Self.checked(request, keeper)
        } then: { found in
            switch found {
            case .failure(let refusal):
                client.notify(.refused(PerformRefusal(refusal), of: identifier(0)))
            case .success(.failure(let fault)):
                client.notify(.refused(fault.refusal, of: identifier(fault.step)))
            case .success(.success(let request)): performer.prepare(request, for: client)
            }
        }
    }

    private struct StepFault: Error {
        let refusal: PerformRefusal
        let step: Int
    }

    /// Adds the paths of the programs, if every step accepts some of the content. Runs on the disk thread,
    /// since each step is matched with thousands of items.
    private static func checked(
        _ request: PreparationRequest, _ keeper: RegistryKeeper
    ) -> Result<PreparationRequest, StepFault> {
        var request = request
        for (index, step) in request.steps.enumerated() {
            do throws(PerformRefusal) {
                try request.check(index)
                switch keeper.program(step.programName, of: step.bundlePath) {
                case .success(let path): request.programs.append(path)
                case .failure(let obstacle): throw .notPerformable(reason: obstacle.message)
                }
            } catch {
                return .failure(StepFault(refusal: error, step: index))
            }
        }
        request.inspectorProgram = request.inspector.flatMap(keeper.inspector)
        return .success(request)
    }

    private func request(
        _ ask: Sheet.PrepareRequest, _ call: PendingCall
    ) throws(CallError) -> PreparationRequest {
        var identifier = ask.options[0].identifier
        do throws(PerformRefusal) {
            let content = try Content(performing: ask.content)
            var steps: [PreparationRequest.Step] = []
            for option in ask.options {
                identifier = option.identifier
                let bundle = try performing.registered(identifier, call).bundle
                guard bundle.manifest.transform != nil else {
                    throw .notPerformable(reason: "It is no option. Perform it.")
                }
                steps.append(.init(bundle, answers: option.answers ?? [:]))
            }
            let snapshot = registry.snapshot
            let locale = ask.locale.flatMap { LocaleTag($0) }
            steps = steps.map { (OptionOrder($0.bundle, locale), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
            return PreparationRequest(
                content, caption: ask.caption, subject: ask.subject, steps, inspector: snapshot.inspector,
                locale: ask.locale, elections: snapshot.elections, types: snapshot.types,
                key: JSON.object(call.parameters).serialized)
        } catch {
            throw CallError(error, of: identifier)
        }
    }
}

extension RegistryKeeper {
    /// Path of an inspector's program; nil if it cannot be run.
    fileprivate func inspector(_ bundle: Bundle) -> String? {
        guard case .exec(let arguments) = bundle.manifest.perform else { return nil }
        return try? program(arguments.first ?? "", of: bundle.path).get()
    }
}
