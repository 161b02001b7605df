// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import ContentSelection
import StrictJSON

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what is inside a selection, and would leave with it.",
        discussion: """
            Such as the place where a photo was taken, or the author of a document; the worst comes first. \
            Of a file that was not looked into nothing is known.

            Examples:
              activityctl inspect photo.jpg report.odt
              activityctl inspect https://example.org/?utm_source=mail
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var content: ContentArguments
    @OptionGroup var language: LocaleOption

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let selection = try content.selection()
        let daemon = try DaemonClient(options)
        let request = Sheet.InspectRequest(
            content: selection.items, caption: selection.caption, subject: selection.subject,
            locale: language.name)
        let reply = try daemon.call(Interfaces.sheet + ".Inspect", request.object)
        guard !json else { return Output.json(.object(reply)) }
        let inside = try Sheet.Inspection(Sheet.InspectReply(reply))
        selection.printHeading(daemon)
        Output.line()
        if !inside.facts.isEmpty {
            table(inside, selection).print()
        } else if inside.unread.isEmpty {
            Output.line("Nothing was found inside.")
        }
        guard !inside.unread.isEmpty else { return }
        if !inside.facts.isEmpty { Output.line() }
        let sentence = "Not looked into, so nothing is known of: \(selection.names(inside.unread))."
        Output.lines(wrapped(sentence, width: Paint.lineWidth, indent: 0))
    }

    private func table(_ inside: Sheet.Inspection, _ selection: Selection) -> Table {
        var table = Table(["KIND", "ITEMS", "VALUES"])
        for fact in inside.facts {
            table.add([fact.kind, selection.names(fact.items), fact.values.joined(separator: ", ")])
        }
        return table
    }
}
