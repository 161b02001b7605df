// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import ContentSelection
import Glibc
import StrictJSON
import Varlink

/// A perform on the command line: questions, progress, output and outcome.
final class PerformSession {
    private let options: ScopeOptions
    private let isJSON: Bool
    private let interrupts = Interrupts()
    private var view = ProgressView()
    private var progress: Sheet.Progress?
    private var hasCancelled = false
    /// Whether an author tries the bundle from its own folder.
    private var isTrial = false

    init(_ options: ScopeOptions, json: Bool) {
        self.options = options
        isJSON = json
    }

    /// Performs, and prompts for missing answers. Ctrl-C cancels and waits for the end; a second Ctrl-C
    /// exits.
    ///
    /// - Throws: `Failure`; `ExitCode` unless it succeeded.
    func perform(_ request: Sheet.PerformRequest, answers: [String: String]) throws {
        isTrial = request.bundle != nil
        var dialogue = FormDialogue(answers, Terminal(interrupts)) { [unowned self] in try wholeForm(request)
        }
        try dialogue.begin(form(request))
        while true {
            var request = request
            request.answers = dialogue.answers.isEmpty ? nil : dialogue.answers
            do {
                return try watch(".Perform", request.object) { [unowned self] in try cancel() }
            } catch let failure as Failure {
                try dialogue.resolve(failure)
            }
        }
    }

    /// Prepares copies that the options have changed. Ctrl-C cancels.
    ///
    /// - Parameter allowsRemaining: whether facts that an option removes may remain in them.
    /// - Returns: content, caption and subject as they are shared.
    /// - Throws: `Failure`; `ExitCode` unless it succeeded.
    func prepare(_ request: Sheet.PrepareRequest, allowsRemaining: Bool) throws -> Sheet.OptionsRequest {
        defer { (progress, hasCancelled) = (nil, false) }
        let daemon = try DaemonClient(options)
        let change = try ContentChange(request, daemon)
        var request = request
        request.options = change.options
        guard !request.options.isEmpty else {
            if !allowsRemaining {
                let inside = try daemon.inspect(request.optionsRequest)
                try change.requireNothing(in: request.content, inside)
            }
            return request.optionsRequest
        }
        try watch(".Prepare", request.object) { [unowned self] in try cancel() }
        guard let content = progress?.content, let facts = progress?.facts, let unread = progress?.unread
        else {
            throw Failure("What was prepared is not known.")
        }
        if !allowsRemaining {
            try change.requireNothing(in: content, Sheet.Inspection(facts: facts, unread: unread))
        }
        return Sheet.OptionsRequest(
            content: content, caption: progress?.caption, subject: progress?.subject, locale: request.locale)
    }

    /// The activity's form as in a sheet, or the whole form of a bundle on trial. Empty if a sheet would not
    /// list the activity or the call fails: Perform reports the reason.
    private func form(_ request: Sheet.PerformRequest) throws -> [Sheet.Field] {
        if let bundle = request.bundle {
            let fields = (try? wholeForm(request)) ?? []
            let live = BundleArgument.manifest(in: bundle).form.filter(\.isLive).map(\.id)
            for field in fields where live.contains(field.id) { field.warningOfBlanks.map(warn) }
            return fields
        }
        var ask = Sheet.ListRequest(content: request.content)
        (ask.includeOwn, ask.locale) = (true, request.locale)
        let daemon = try DaemonClient(options)
        guard let reply = try? daemon.call(Interfaces.sheet + ".List", ask.object) else { return [] }
        return try Sheet.ListReply(reply).activities.first { $0.identifier == request.identifier }?.form ?? []
    }

    private func wholeForm(_ request: Sheet.PerformRequest) throws -> [Sheet.Field] {
        let ask = Sheet.FormRequest(
            identifier: request.identifier, content: request.content, locale: request.locale,
            bundle: request.bundle)
        let reply = try DaemonClient(options).call(Interfaces.sheet + ".Form", ask.object)
        return try Sheet.FormReply(reply).fields
    }

    /// Follows a unit to its end. Ctrl-C leaves the unit running.
    func follow(_ unit: String) throws {
        try watch(".Follow", Sheet.UnitRequest(unit: unit).object) { [unowned self] in leave() }
    }

    private func watch(
        _ method: String, _ parameters: JSON.Object, onInterrupt: @escaping () throws -> Void
    ) throws {
        let other = Client.WatchedDescriptor(interrupts.descriptor) { [interrupts] in
            interrupts.consume()
            try onInterrupt()
        }
        try DaemonClient(options).stream(Interfaces.sheet + method, parameters, besides: other, onReply: show)
        view.clear()
        guard let progress, progress.state == .finished else { throw Failure("How it ended is not known.") }
        try end(OutcomeReport(progress))
    }

    private func show(_ reply: JSON.Object) throws {
        let progress = try Sheet.Progress(reply)
        self.progress = progress
        guard !isJSON else { return Output.jsonLine(reply.json) }
        if progress.state != .finished { view.show(progress) }
    }

    private func end(_ ending: OutcomeReport) throws {
        if !isJSON, let output = ending.progress.output { Output.write(Self.shown(output, STDOUT_FILENO)) }
        let paint = Paint(descriptor: STDERR_FILENO)
        if !isJSON {
            for line in ending.made { Output.write(line + "\n", to: STDERR_FILENO) }
            for sentence in ending.warnings + (isTrial ? ending.lost : []) { warn(sentence) }
        }
        guard let sentence = ending.sentence else { return }
        if !isJSON, let errors = ending.errors {
            Output.write(Self.shown(errors, STDERR_FILENO), to: STDERR_FILENO)
        }
        Output.write(paint(.red, "Error:") + " " + sentence + "\n", to: STDERR_FILENO)
        if let advice = ending.advice {
            Output.write(paint(.bold, "Help:") + " " + advice + "\n", to: STDERR_FILENO)
        }
        throw ExitCode(ending.status)
    }

    private func warn(_ sentence: String) {
        guard !isJSON else { return }
        Output.write(
            Paint(descriptor: STDERR_FILENO)(.yellow, "Warning:") + " " + sentence + "\n", to: STDERR_FILENO)
    }

    /// On a terminal, makes the output printable and ends it with a newline; elsewhere returns it unchanged.
    private static func shown(_ output: String, _ descriptor: Int32) -> String {
        guard Paint.isTerminal(descriptor) else { return output }
        return printableLines(output) + (output.utf8.last == UInt8(ascii: "\n") ? "" : "\n")
    }

    // MARK: Ctrl-C

    private func cancel() throws {
        guard let unit = progress?.unit, !hasCancelled else { leave() }
        hasCancelled = true
        _ = try DaemonClient(options).call(Interfaces.sheet + ".Cancel", Sheet.UnitRequest(unit: unit).object)
    }

    private func leave() -> Never {
        view.clear()
        if let unit = progress?.unit {
            let name = OutcomeReport.quoted(unit)
            Output.write("It goes on; see \"activityctl follow \(name)\".\n", to: STDERR_FILENO)
        }
        exit(Interrupts.status)
    }
}

extension Sheet.Field {
    /// A warning for an author whose program prints spaces but no TAB in each option; nil otherwise.
    fileprivate var warningOfBlanks: String? {
        guard let options, let first = options.first,
            options.allSatisfy({
                $0.value.contains(" ") && DisplayedName($0.value) == DisplayedName($0.label)
            })
        else { return nil }
        return
            "No option of \"\(id)\" has a TAB, so \"\(printable(first.value))\" is an answer and its label "
            + "in one. Print a TAB between them."
    }
}
