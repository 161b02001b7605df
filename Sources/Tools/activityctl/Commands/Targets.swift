// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import ContentSelection
import StrictJSON

struct Targets: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show what a selection can be shared to in one press.",
        discussion: """
            Devices, people, places and programs that activities know, best first: those that you share to \
            often and lately, then the others by their names. A device that several activities lead to has a \
            row for each; a sheet shares by the first of them.

            Examples:
              activityctl targets photo.jpg
              activityctl targets photo.jpg --known
            """)

    @OptionGroup var options: ScopeOptions
    @OptionGroup var content: ContentArguments
    @OptionGroup var language: LocaleOption

    @OptionGroup var exclude: ExcludeOption

    @Flag(help: "Show what is known already, and look for nothing.") var known = false

    @Flag(help: "Print the daemon's reply.") var json = false

    func run() throws {
        let selection = try content.selection()
        let daemon = try DaemonClient(options)
        let request = Sheet.TargetsRequest(
            content: selection.items, exclude: exclude.parameter, locale: language.name)
        let reply = try self.reply(daemon, request)
        guard !json else { return Output.json(.object(reply)) }
        let targets = try Sheet.TargetsReply(reply).targets
        selection.printHeading(daemon)
        Output.line()
        guard targets.isEmpty else { return table(targets).print() }
        Output.line(daemon.reasonForNoTargets ?? "There are no targets.")
    }

    private func reply(_ daemon: DaemonClient, _ request: Sheet.TargetsRequest) throws -> JSON.Object {
        let method = Interfaces.sheet + ".Targets"
        guard !known else { return try daemon.call(method, request.object) }
        var last = JSON.Object()
        try daemon.stream(method, request.object) { last = $0 }
        return last
    }

    private func table(_ targets: [Sheet.Target]) -> Table {
        var table = Table(["TARGET", "KIND", "ACTIVITY", "IDENTIFIER", "ANSWER", "DETAIL"])
        for target in targets {
            func add(_ identifier: String, _ title: String, _ answer: String, _ details: String?...) {
                table.add([
                    target.label, target.kind ?? "", title, identifier, answer,
                    details.compactMap(\.self).joined(separator: ", "),
                ])
            }
            add(
                target.identifier, target.title, "\(target.field)=\(target.value)",
                target.reachable ? nil : "not found now", target.detail)
            for way in target.ways ?? [] {
                add(
                    way.identifier, way.title, "\(way.field)=\(way.value)", "another way",
                    way.reachable ? nil : "not found now")
            }
        }
        return table
    }
}
