// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import Varlink

extension PerformHandler {
    func form(_ call: PendingCall) throws(CallError) {
        let ask = try decoded(Sheet.FormRequest.self, call)
        let performer = try performer(of: ask.identifier)
        try find(ask.identifier, ask.bundle, call) { [self] found, continues in
            func answer(_ form: Result<[FormField], PerformRefusal>) {
                switch form {
                case .success(let form):
                    let locale = ask.locale.flatMap { LocaleTag($0) }
                    call.reply(Sheet.FormReply(fields: form.map { Sheet.Field($0, locale: locale) }).object)
                case .failure(let refusal): call.refuse(CallError(refusal, of: ask.identifier))
                }
            }
            do throws(PerformRefusal) {
                let request = try PerformRequest(ask)
                let found = try found.get()
                let inquiry = try FormInquiry(
                    request, of: found.bundle, elections: found.elections, types: found.types)
                complete(inquiry, of: ask.identifier, by: performer, call, continues: continues, then: answer)
            } catch {
                answer(.failure(error))
            }
        }
    }

    /// Fills remembering fields with the last answers, finds the programs of live fields, and runs them for
    /// their options.
    private func complete(
        _ inquiry: FormInquiry, of identifier: String, by performer: Performer, _ call: PendingCall,
        continues: Bool, then: @escaping (Result<[FormField], PerformRefusal>) -> Void
    ) {
        let (programs, bundle, remembers) = (inquiry.programs, inquiry.bundlePath, inquiry.remembers)
        guard remembers || !programs.isEmpty else { return then(.success(inquiry.form)) }
        registry.request(for: call.diskCaller, continues: continues, at: bundle) { keeper in
            (
                programs: programs.map { keeper.program($0.name, of: bundle) },
                answers: remembers ? keeper.keptAnswers(of: identifier)[identifier] : nil
            )
        } then: { found in
            switch found {
            // A form without live fields is shown even if the answers cannot be read.
            case .failure where programs.isEmpty: then(.success(inquiry.form))
            case .failure(let refusal): then(.failure(PerformRefusal(refusal)))
            case .success(let found):
                var inquiry = inquiry
                inquiry.begin(with: found.answers ?? [:])
                do throws(PerformRefusal) {
                    let paths = try Self.paths(found.programs, programs.map(\.field))
                    performer.complete(inquiry, programs: paths, for: call.diskCaller, then: then)
                } catch {
                    then(.failure(error))
                }
            }
        }
    }

    /// - Throws: `optionsUnavailable` for the first field whose program cannot be run.
    private static func paths(
        _ programs: [Result<String, Diagnostic>], _ fields: [String]
    ) throws(PerformRefusal) -> [String] {
        var paths: [String] = []
        for (program, field) in zip(programs, fields) {
            do { paths.append(try program.get()) } catch {
                throw .optionsUnavailable(field: field, reason: error.message)
            }
        }
        return paths
    }
}

extension PerformRequest {
    fileprivate init(_ ask: Sheet.FormRequest) throws(PerformRefusal) {
        self.init(
            content: try Content(performing: ask.content), answers: [:], locale: ask.locale,
            activationToken: nil, isTrial: ask.bundle != nil)
    }
}
