// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import StrictJSON
import Varlink

/// Answers Options and Prepare.
extension PerformHandler {
    // MARK: Options

    func options(_ call: PendingCall) throws(VarlinkError) {
        let performer = try performer(of: "")
        let key = JSON.object(call.parameters).serialized
        if let same = asking[key] { return same.add(call) }
        let ask = try decoded(Sheet.OptionsRequest.self, call)
        let questions: [TransformQuestion]
        do { questions = try self.questions(ask) } catch { throw WireError.refusal(error, of: "") }
        let calls = OptionsCalls(locale: ask.locale.flatMap { LocaleTag($0) }) { [weak self] in
            self?.asking[key] = nil
        }
        asking[key] = calls
        calls.add(call)
        let caller = DiskCaller(call.requester, bytes: call.size, isWanted: { [weak calls] in calls != nil })
        let names = questions.map { ($0.programName, $0.bundle.path) }
        registry.request(for: caller, at: questions.first?.bundle.path) { keeper in
            names.map { keeper.program($0, of: $1) }
        } then: { [weak calls] found in
            guard let calls else { return }
            do throws(PerformRefusal) {
                let programs = try found.mapError { PerformRefusal($0) }.get()
                let known = zip(questions, programs).compactMap { question, program in
                    (try? program.get()).map { (question, $0) }
                }
                calls.inquiry = try performer.describe(
                    known.map(\.0), programs: known.map(\.1), for: caller.requester
                ) { [weak calls] in calls?.tell($0, isFinal: $1) }
            } catch {
                calls.fail(error)
            }
        }
    }

    /// The transforms that take something of the content: the system's in their order, then the others by title.
    private func questions(_ ask: Sheet.OptionsRequest) throws(PerformRefusal) -> [TransformQuestion] {
        let content = try Content(performing: ask.content)
        let snapshot = registry.snapshot
        let request = Request(content: content.outline, elections: snapshot.elections, types: snapshot.types)
        let bundles = snapshot.transforms(request)
        let asked = PerformRequest(
            content: content, answers: [:], locale: ask.locale, activationToken: nil, isTrial: false)
        var questions: [TransformQuestion] = []
        for bundle in bundles.prefix(Performer.maximumQuestions) {
            questions.append(
                try TransformQuestion(
                    asked, of: bundle, elections: snapshot.elections, types: snapshot.types))
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
        let names = request.steps.map { ($0.programName, $0.bundlePath) }
        registry.request(for: client.caller, at: names.first?.1) { keeper in
            names.map { keeper.program($0, of: $1) }
        } then: { found in
            do throws(PerformRefusal) {
                var request = request
                request.programs = try Self.paths(found)
                performer.prepare(request, for: client)
            } catch {
                client.tell(.refused(error, of: ask.options[0].identifier))
            }
        }
    }

    /// - Throws: `notPerformable` for the first that is not there.
    private static func paths(
        _ found: Result<[Result<String, Diagnostic>], DiskRefusal>
    ) throws(PerformRefusal) -> [String] {
        var paths: [String] = []
        for program in try found.mapError({ PerformRefusal($0) }).get() {
            do { paths.append(try program.get()) } catch {
                throw .notPerformable(reason: error.message)
            }
        }
        return paths
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
            let request = PreparationRequest(
                content, steps, locale: ask.locale, elections: snapshot.elections, types: snapshot.types,
                key: JSON.object(call.parameters).serialized)
            for (step, option) in ask.options.enumerated() {
                identifier = option.identifier
                try request.check(step)
            }
            return request
        } catch {
            throw WireError.refusal(error, of: identifier)
        }
    }
}
