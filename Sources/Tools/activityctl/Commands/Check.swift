// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import ArgumentParser
import ContentSelection
import StrictJSON

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Judge bundles by all the rules, without a daemon.",
        discussion: """
            An error means that the bundle would be rejected; then the exit status is 1.

            Examples:
              activityctl check org.example.resize.activity
              activityctl check *.activity --strict
              activityctl check org.example.resize.activity --report check.html
              activityctl check --with photo.jpg org.example.resize.activity
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The bundles' folders.", valueName: "bundle"), completion: .directory)
    var paths: [String]

    @Option(
        name: .customLong("with"),
        help: ArgumentHelp(
            "Also say whether they would be listed for it; may be repeated.", valueName: "file|url|-"),
        completion: .file())
    var content: [String] = []

    @Option(help: "Also say whether they would be listed for this text.") var text: String?

    @Option(
        help: ArgumentHelp(
            "The folder of the system's bundles, whose titles are reserved; a bundle in it is judged as the "
                + "system's.",
            valueName: "folder"),
        completion: .directory)
    var bundles: String?

    @Option(
        help: ArgumentHelp(
            "Write a page that shows what is wrong with icons and titles, as HTML.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var report: String?

    @Flag(help: "Exit with 1 on warnings, too.") var strict = false

    @Flag(help: "Print an array with one object a bundle.") var json = false

    func run() throws {
        let selection = content.isEmpty && text == nil ? nil : try Selection(content, text: text)
        let registry = OfflineRegistry(scope: options.scope, bundles: bundles)
        var checked = CheckedBundle.judge(paths, registry)
        if let selection { try evaluate(&checked, selection, registry) }
        if json { Output.json(.array(checked.map(\.json))) } else { print(checked, selection) }
        if let report { try CheckReport(checked: checked).write(to: report) }
        let tally = Tally(checked)
        if tally.errors > 0 || strict && tally.warnings > 0 {
            throw ExitCode(Failure.Status.refused.rawValue)
        }
    }

    private func evaluate(
        _ checked: inout [CheckedBundle], _ selection: Selection, _ registry: OfflineRegistry
    ) throws {
        do throws(ContentFault) {
            let request = Request(
                content: try Content(selection.items).outline, elections: registry.elections,
                types: registry.types)
            for index in checked.indices { checked[index].evaluate(request) }
        } catch .invalid(let item, let reason) {
            throw Failure("\(selection.name(item) ?? "item \(item)"): \(printable(reason))")
        } catch {
            throw Failure("More than \(Content.maximumItems) items are too many.", next: "Give fewer.")
        }
    }

    private func print(_ checked: [CheckedBundle], _ selection: Selection?) {
        let paint = Paint()
        var told: Set<Rule> = []
        for bundle in checked { Output.lines(bundle.lines(paint, &told)) }
        if checked.count > 1 {
            CheckedBundle.summary(of: checked).print()
            Output.line()
        }
        if report == nil, checked.contains(where: \.showsBetter) {
            Output.lines([
                paint(.dim, "What is wrong with an icon can be seen: add --report check.html."), "",
            ])
        }
        Output.line(Tally(checked).sentence)
        guard let selection else { return }
        Output.lines(["", paint(.dim, selection.summary)])
        for verdict in checked.compactMap(\.verdict) {
            verdict.print(selection, showsPath: false)
        }
    }
}
