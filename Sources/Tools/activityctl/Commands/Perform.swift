// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import ContentSelection
import Host

struct Perform: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Perform an activity on a selection.",
        discussion: """
            Its output is printed, and the exit status says how it ended: 0 success, 1 failure, 130 \
            cancelled. Ctrl-C cancels it and waits for its end; a second one stops waiting.

            Examples:
              activityctl perform io.activityd.save photo.jpg
              activityctl perform org.example.resize photo.jpg --answer width=640
              activityctl perform org.example.post photo.jpg \
            --alternative x-scheme-handler/https=https://example.org
              activityctl perform io.activityd.mail photo.jpg --text "Look at this" --subject "A cat"
              activityctl perform io.activityd.mail photo.jpg --option io.activityd.without-location
              echo "hello" | activityctl perform io.activityd.qr-code -
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activity.", valueName: "id")) var identifier: String

    @OptionGroup var content: ContentArguments
    @OptionGroup var changes: TransformOptions
    @OptionGroup var answering: AnswerOptions
    @OptionGroup var language: LocaleOption

    func run() throws {
        var request = Sheet.PerformRequest(identifier: identifier, try content.selection())
        request.locale = language.name
        request.activationToken = Environment.value("XDG_ACTIVATION_TOKEN")
        let session = PerformSession(options, json: answering.json)
        let chosen = changes.chosen
        if !chosen.isEmpty {
            let prepared = try session.prepare(
                Sheet.PrepareRequest(
                    content: request.content, options: chosen, caption: request.caption,
                    subject: request.subject, locale: language.name),
                allowsRemaining: changes.allowRemaining)
            (request.content, request.caption, request.subject) =
                (prepared.content, prepared.caption, prepared.subject)
        }
        try session.perform(request, answers: answering.byID)
    }
}

extension Sheet.PerformRequest {
    init(identifier: String, _ selection: Selection) {
        self.init(
            identifier: identifier, content: selection.items, caption: selection.caption,
            subject: selection.subject)
    }
}
