// SPDX-License-Identifier: Apache-2.0
//
// A live field's options are printed by a program of the activity. It runs as the activity does: with the
// same launcher, sandbox and output limits, and it counts as a running activity. But its client is the
// waiting form, so it is not listed, and its files are removed.

package import ActivityModel
import Glibc
package import Host
import Systemd

extension Performer {
    /// Runs the programs of a form's live fields, all at the same time, and parses the options that they
    /// print.
    ///
    /// - Parameters:
    ///   - programs: the paths of the programs, in the order of `FormInquiry.programs`.
    ///   - then: called with the whole form, or with the reason why it is incomplete, within a form's time
    ///     limit.
    package func complete(
        _ inquiry: FormInquiry, programs: [String], for caller: DiskCaller,
        then: @escaping (Result<[FormField], PerformRefusal>) -> Void
    ) {
        guard !inquiry.questions.isEmpty else { return then(.success(inquiry.form)) }
        guard inquiries < ProgramLimits.forms else {
            return then(.failure(.limitExceeded("forms", ProgramLimits.forms)))
        }
        inquiries += 1
        let completion = FormCompletion(inquiry, loop) { [weak self] result in
            self?.inquiries -= 1
            then(result)
        }
        for (question, program) in zip(inquiry.questions, programs) {
            let printer = ProgramClient(self, caller) {
                completion.receive($0.flatMap(\.printed), for: question.field)
            }
            perform(question.job, program: program, for: printer)
        }
    }
}

/// A form whose live fields receive their options one by one; the first failure completes it.
private final class FormCompletion {
    private var form: [FormField]
    private var missing: [String]
    private var deadline: EventSource?
    private var then: ((Result<[FormField], PerformRefusal>) -> Void)?

    init(
        _ inquiry: FormInquiry, _ loop: EventLoop,
        then: @escaping (Result<[FormField], PerformRefusal>) -> Void
    ) {
        form = inquiry.form
        missing = inquiry.questions.map(\.field.id)
        self.then = then
        // The programs have a deadline of their own, which also stops them.
        deadline = try? loop.after(UInt64(FormInquiry.timeout)) { [self] in
            end(
                .failure(
                    .optionsUnavailable(field: missing.first ?? "", reason: "It took too long to list them."))
            )
        }
    }

    func receive(_ printed: Result<String, PerformRefusal>, for field: FormField) {
        do throws(PerformRefusal) {
            let text = try printed.get()
            let options: [FormField.Option]
            do { options = try FormField.options(printed: text, isDirect: field.isDirect) } catch {
                throw .optionsUnavailable(field: field.id, reason: error.reason)
            }
            form = form.map { $0.id == field.id ? $0.offering(options) : $0 }
            missing.removeAll { $0 == field.id }
            if missing.isEmpty { end(.success(form)) }
        } catch {
            end(.failure(error.ofOptions(field.id)))
        }
    }

    private func end(_ result: Result<[FormField], PerformRefusal>) {
        deadline?.remove()
        deadline = nil
        then?(result)
        then = nil
    }
}

extension Outcome {
    /// The reason for the failure, as a sentence.
    var failure: String {
        if let reason { return reason }
        if let signal { return "It was ended by \(signal)." }
        return exitStatus.map { "It failed with exit status \($0)." } ?? "It failed."
    }

    /// The whole output; a failure if the program failed, or if its output was cut.
    package var printed: Swift.Result<String, PerformRefusal> {
        guard result == .success else { return .failure(.notPerformable(reason: failure)) }
        let output = output ?? ""
        guard output.utf8.count < OutputPipe.maximumBytes - 3 else {
            return .failure(.notPerformable(reason: "It printed more than \(OutputPipe.maximumBytes) bytes."))
        }
        return .success(output)
    }
}

extension PerformRefusal {
    /// Converts `notPerformable` into `optionsUnavailable`; returns other refusals unchanged.
    fileprivate func ofOptions(_ field: String) -> PerformRefusal {
        if case .notPerformable(let reason) = self {
            .optionsUnavailable(field: field, reason: reason)
        } else {
            self
        }
    }
}
