// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import ContentSelection
import StrictJSON

struct OptionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "options",
        abstract: "List the ways to change a selection before it leaves.",
        discussion: """
            A sheet offers those that remove nothing, such as an archive, and those that remove something \
            which is inside an item, or may be because it was not looked into. The files themselves are not \
            changed.

            Examples:
              activityctl options photo.jpg
              activityctl perform io.activityd.mail photo.jpg --option io.activityd.without-location
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var content: ContentArguments
    @OptionGroup var language: LocaleOption

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let selection = try content.selection()
        let daemon = try DaemonClient(options)
        let request = Sheet.OptionsRequest(
            content: selection.items, caption: selection.caption, subject: selection.subject,
            locale: language.name)
        let reply = try daemon.call(Interfaces.sheet + ".Options", request.object)
        guard !json else { return Output.json(.object(reply)) }
        let found = try Sheet.OptionsReply(reply).options
        selection.printHeading(daemon)
        Output.line()
        if found.isEmpty {
            Output.line("There is nothing that could be changed.")
        } else {
            table(found, try daemon.inspect(request)).print()
        }
        let verdicts = try Registry.ExplainRequest(content: selection.items).verdicts(daemon)
        let lacking = verdicts.filter { $0.code == .programMissing }
        guard !lacking.isEmpty else { return }
        let transforms = try transforms(daemon)
        HiddenActivities.print(lacking.filter { transforms.contains($0.identifier) })
    }

    private func transforms(_ daemon: DaemonClient) throws -> Set<String> {
        let bundles = try Registry.DescribeReply(daemon.describe()).activities
        return Set(bundles.filter { $0.removes != nil }.map(\.identifier))
    }

    private func table(_ found: [Sheet.ContentOption], _ inside: Sheet.Inspection) -> Table {
        var table = Table(["TITLE", "IDENTIFIER", "OFFERED", "REMOVES", "CHOICES"])
        for option in found {
            table.add([
                option.title, option.identifier, option.isOffered(for: inside) ? "yes" : "no",
                option.removes.joined(separator: ", "), choices(option),
            ])
        }
        return table
    }

    /// Choices in the syntax of `--option`: size:2048|1280|640.
    private func choices(_ option: Sheet.ContentOption) -> String {
        (option.form ?? []).map { field in
            field.id + ":" + (field.options ?? []).map(\.value).joined(separator: "|")
        }.joined(separator: ", ")
    }
}
