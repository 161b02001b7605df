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
            Each finds something to change in it, such as the place where a photo was taken. What it finds in several \
            files is said of all of them together. The files themselves stay as they are.

            Examples:
              activityctl options photo.jpg
              activityctl perform io.activityd.mail photo.jpg --option io.activityd.without-location
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var content: ContentOptions
    @OptionGroup var language: LocaleOption

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let selection = try content.selection()
        let daemon = try DaemonClient(options)
        let request = Sheet.OptionsRequest(content: selection.items, locale: language.name)
        let reply = try daemon.call(Interfaces.sheet + ".Options", request.object)
        guard !json else { return Output.json(.object(reply)) }
        let found: [Sheet.ContentOption] = try reply.read("options")
        selection.printHeading(daemon)
        Output.line()
        if found.isEmpty { Output.line("Nothing to change was found.") } else { table(found).print() }
        let verdicts = try Registry.ExplainRequest(content: selection.items).verdicts(daemon)
        let silent = verdicts.filter { $0.code == .transform }.map(\.identifier)
            .filter { identifier in !found.contains { $0.identifier == identifier } }
        if !silent.isEmpty {
            let sentence =
                "Not offered, as they found nothing to change or failed, which the journal tells: "
                + silent.map(printable).joined(separator: ", ") + "."
            Output.lines([""] + wrapped(sentence, width: Paint.lineWidth, indent: 0))
        }
        let lacking = verdicts.filter { $0.code == .programMissing }
        guard !lacking.isEmpty else { return }
        let transforms = try transforms(daemon)
        HiddenActivities.print(lacking.filter { transforms.contains($0.identifier) })
    }

    /// A transform has no category.
    private func transforms(_ daemon: DaemonClient) throws -> Set<String> {
        let reply = try daemon.collect(Interfaces.registry + ".Describe", JSON.Object(), "activities")
        let bundles: [Registry.Description] = try reply.read("activities")
        return Set(bundles.filter { $0.category == nil }.map(\.identifier))
    }

    private func table(_ found: [Sheet.ContentOption]) -> Table {
        var table = Table(["TITLE", "IDENTIFIER", "CHANGES", "CHOICES"])
        for option in found {
            table.add([
                option.title, option.identifier, option.detail ?? "unknown, there was no time to look",
                choices(option),
            ])
        }
        return table
    }

    /// As `--option` takes them: size:2048|1280|640.
    private func choices(_ option: Sheet.ContentOption) -> String {
        (option.form ?? []).map { field in
            field.id + ":" + (field.options ?? []).map(\.value).joined(separator: "|")
        }.joined(separator: ", ")
    }
}
