// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import ContentSelection
import StrictJSON

struct SheetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet",
        abstract: "Show what can be done with a selection.",
        discussion: """
            Examples:
              activityctl sheet photo.jpg notes.txt
              activityctl sheet https://example.org
              echo "hello" | activityctl sheet -
              activityctl sheet photo.jpg --exclude io.activityd.print --locale de
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var content: ContentArguments
    @OptionGroup var language: LocaleOption

    @OptionGroup var exclude: ExcludeOption

    @Flag(help: "Also list what the asking application registered itself.") var own = false

    @Flag(exclusivity: .exclusive, help: "For a phone's sheet, or for a window.") var width:
        Sheet.ListRequest.Width?

    @Flag(help: "Add what is hidden because programs are missing.") var hidden = false

    @Flag(help: "Print the daemon's reply.") var json = false

    func validate() throws {
        if json, hidden {
            throw ValidationError("--hidden adds to the table; with --json, ask explain --json.")
        }
    }

    func run() throws {
        let selection = try content.selection()
        let daemon = try DaemonClient(options)
        var request = Sheet.ListRequest(content: selection.items)
        request.exclude = exclude.parameter
        request.includeOwn = own ? true : nil
        request.locale = language.name
        request.width = width
        request.titleWidth = TitleFit.boxWidth
        let reply = try daemon.call(Interfaces.sheet + ".List", request.object)
        guard !json else { return Output.json(.object(reply)) }
        let list = try Sheet.ListReply(reply)
        let page = SheetPage(list: list, selection: selection, excluded: exclude.all)
        page.print(scope: daemon.scopeName())
        guard hidden else { return }
        let question = Registry.ExplainRequest(
            content: selection.items, exclude: exclude.parameter, includeOwn: own ? true : nil)
        HiddenActivities.print(try question.verdicts(daemon))
    }
}

extension Sheet.ListRequest.Width: EnumerableFlag {}
