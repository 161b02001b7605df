// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Systemd
import Varlink

extension PerformHandler {
    // MARK: Options

    func options(_ call: PendingCall) throws(VarlinkError) {
        let start = Clock.sinceBoot
        let performer = try performer(of: "")
        let key = JSON.object(call.parameters).serialized
        if let same = asking.first(where: { $0.key == key }) { return same.add(call) }
        let ask = try decoded(Sheet.OptionsRequest.self, call)
        let content: Content
        do { content = try Content(performing: ask.content) } catch { throw WireError.refusal(error, of: "") }
        let snapshot = registry.snapshot
        let calls = OptionsCalls(key: key, locale: ask.locale.flatMap { LocaleTag($0) }) {
            [weak self] calls in
            self?.asking.removeAll { $0 === calls }
        }
        asking.append(calls)
        calls.add(call)
        // The system's in their order, then the others by title.
        let bundles = snapshot.transforms(
            Request(content: content.outline, elections: snapshot.elections, types: snapshot.types)
        ).prefix(Performer.maximumQuestions)
        let asked = PerformRequest(
            content: content, answers: [:], locale: ask.locale, activationToken: nil, isTrial: false)
        let caller = DiskCaller(.inquiry, bytes: call.size, isWanted: { [weak calls] in calls != nil })
        // Thousands of items for each of them take longer than the other clients may wait.
        registry.request(for: caller, at: bundles.first?.path) { keeper in
            Result { () throws(PerformRefusal) in
                try Self.questions(asked, of: bundles, by: snapshot, keeper)
            }
        } then: { [weak calls] found in
            guard let calls else { return }
            do throws(PerformRefusal) {
                let questions = try found.mapError { PerformRefusal($0) }.get().get()
                calls.inquiry = try performer.describe(questions, at: start) {
                    [weak calls] in calls?.tell($0, isFinal: $1)
                }
            } catch {
                calls.fail(error)
            }
        }
    }

    /// Leaves out those whose program is missing.
    private static func questions(
        _ asked: PerformRequest, of bundles: some Collection<Bundle>, by snapshot: Snapshot,
        _ keeper: RegistryKeeper
    ) throws(PerformRefusal) -> [TransformQuestion] {
        var questions: [TransformQuestion] = []
        for bundle in bundles {
            let name = bundle.manifest.transform?.describeExec.first ?? ""
            guard let program = try? keeper.program(name, of: bundle.path).get() else { continue }
            questions.append(
                try TransformQuestion(
                    asked, of: bundle, program: program, elections: snapshot.elections,
                    types: snapshot.types))
        }
        return questions
    }

    // MARK: Prepare

    /// Options of one Prepare.
    private static let maximumOptions = 16

    func prepare(_ call: PendingCall) throws(VarlinkError) {
        let performer = try performer(of: "")
        let ask = try decoded(Sheet.PrepareRequest.self, call)
        let identifiers = ask.options.map { Array($0.identifier.utf8) }
        guard (1...Self.maximumOptions).contains(identifiers.count),
            Set(identifiers).count == identifiers.count
        else { throw .invalidParameter("options") }
        let answers = ask.options.lazy.flatMap { $0.answers ?? [:] }
        guard answers.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) <= FormAnswers.maximumBytes
        else { throw WireError.limitExceeded("answers", FormAnswers.maximumBytes) }
        let request = try request(ask, call)
        let client = PerformCall(call)
        registry.request(for: client.caller, at: request.steps.first?.bundlePath) { keeper in
            Self.checked(request, keeper)
        } then: { found in
            switch found {
            case .failure(let refusal):
                client.tell(.refused(PerformRefusal(refusal), of: ask.options[0].identifier))
            case .success(.failure(let fault)):
                client.tell(.refused(fault.refusal, of: ask.options[fault.step].identifier))
            case .success(.success(let request)): performer.prepare(request, for: client)
            }
        }
    }

    private struct StepFault: Error {
        let refusal: PerformRefusal
        let step: Int
    }

    /// The request with the paths of its programs, if every step takes something of the content. For the disk's thread, as
    /// thousands of items are held against each.
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
        return .success(request)
    }

    private func request(
        _ ask: Sheet.PrepareRequest, _ call: PendingCall
    ) throws(VarlinkError) -> PreparationRequest {
        var identifier = ask.options[0].identifier
        do throws(PerformRefusal) {
            let content = try Content(performing: ask.content)
            var steps: [PreparationRequest.Step] = []
            for option in ask.options {
                identifier = option.identifier
                let bundle = try registered(identifier, call).bundle
                guard bundle.manifest.transform != nil else {
                    throw .notPerformable(reason: "It is no option. Perform it.")
                }
                steps.append(.init(bundle, answers: option.answers ?? [:]))
            }
            let snapshot = registry.snapshot
            return PreparationRequest(
                content, steps, locale: ask.locale, elections: snapshot.elections, types: snapshot.types,
                key: JSON.object(call.parameters).serialized)
        } catch {
            throw WireError.refusal(error, of: identifier)
        }
    }
}
