// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Host
import Varlink

extension PerformHandler {
    func form(_ call: PendingCall) throws(VarlinkError) {
        let ask = try decoded(Sheet.FormRequest.self, call)
        let performer = try performer(of: ask.identifier)
        try find(ask.identifier, ask.bundle, call) { [self] found, continues in
            let inquiry: FormInquiry
            do throws(PerformRefusal) {
                let request = try PerformRequest(ask)
                let found = try found.get()
                inquiry = try FormInquiry(
                    request, of: found.bundle, elections: found.elections, types: found.types)
            } catch {
                return call.fail(WireError.refusal(error, of: ask.identifier))
            }
            recall(inquiry, of: ask.identifier, by: performer, call, continues: continues) { form in
                do throws(PerformRefusal) {
                    let locale = ask.locale.flatMap { LocaleTag($0) }
                    let fields = try form.get().map { Sheet.Field($0, locale: locale) }
                    call.reply(Sheet.FormReply(fields: fields).object)
                } catch {
                    call.fail(WireError.refusal(error, of: ask.identifier))
                }
            }
        }
    }

    /// Has fields that remember begin with what was answered last.
    private func recall(
        _ inquiry: FormInquiry, of identifier: String, by performer: Performer, _ call: PendingCall,
        continues: Bool, then: @escaping (Result<[FormField], PerformRefusal>) -> Void
    ) {
        guard inquiry.remembers else {
            return complete(inquiry, by: performer, call, continues: continues, then: then)
        }
        registry.request(for: call.diskCaller, continues: continues) {
            $0.keptAnswers(of: identifier)
        } then: { [self] found in
            var inquiry = inquiry
            // A form is shown without them, too.
            if case .success(let answers) = found { inquiry.begin(with: answers[identifier] ?? [:]) }
            complete(inquiry, by: performer, call, continues: true, then: then)
        }
    }

    /// Looks for the programs of the live fields, and has their options printed.
    private func complete(
        _ inquiry: FormInquiry, by performer: Performer, _ call: PendingCall, continues: Bool,
        then: @escaping (Result<[FormField], PerformRefusal>) -> Void
    ) {
        let (programs, bundle, caller) = (inquiry.programs, inquiry.bundlePath, call.diskCaller)
        guard !programs.isEmpty else { return then(.success(inquiry.form)) }
        registry.request(for: caller, continues: continues, at: bundle) { keeper in
            programs.map { keeper.program($0.name, of: bundle) }
        } then: { found in
            do throws(PerformRefusal) {
                let paths = try Self.paths(found, programs.map(\.field))
                performer.complete(inquiry, programs: paths, for: caller, then: then)
            } catch {
                then(.failure(error))
            }
        }
    }

    /// - Throws: `optionsUnavailable` for the first field whose program is not there.
    private static func paths(
        _ found: Result<[Result<String, Diagnostic>], DiskRefusal>, _ fields: [String]
    ) throws(PerformRefusal) -> [String] {
        let programs: [Result<String, Diagnostic>]
        do { programs = try found.get() } catch { throw PerformRefusal(error) }
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
