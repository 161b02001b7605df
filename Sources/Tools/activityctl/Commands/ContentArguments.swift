// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ArgumentParser
import ContentSelection

struct ContentArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files, folders, links such as https://example.org, or - for text on standard input.",
            valueName: "file|url|-"), completion: .file())
    var content: [String] = []

    @Option(help: "Selected text; beside files or links, what is said about them.") var text: String?

    @Option(help: "What the text is called, or a link that is shared alone; the subject of a mail.")
    var subject: String?

    @Option(help: ArgumentHelp("Treat everything as this MIME type.", valueName: "mime"))
    var type: String?

    @Option(
        name: .customLong("alternative"),
        help: ArgumentHelp(
            "Another form of the one thing that is selected, such as the link of a picture; may be repeated.",
            valueName: "mime=file|url|-"))
    var alternatives: [String] = []

    func validate() throws {
        guard !content.isEmpty || text != nil else {
            throw ValidationError("Nothing is selected. Give a file, a link, - or --text.")
        }
        if let type, ContentType(type) == nil {
            throw ValidationError("\"\(type)\" is not a MIME type. Give one like image/png.")
        }
        for alternative in alternatives where ContentType(Self.type(of: alternative)) == nil {
            throw ValidationError(
                "\"\(alternative)\" is not a type and a file or link. Give one like text/html=page.html.")
        }
        if !alternatives.isEmpty, content.count > 1 {
            throw ValidationError("Only of one thing there are alternatives. Give one file, link or text.")
        }
        if (content + alternatives.map(Self.argument)).count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    func selection() throws -> Selection {
        var selection = try Selection(content, text: text, subject: subject, type: type)
        for alternative in alternatives {
            try selection.addAlternative(type: Self.type(of: alternative), Self.argument(alternative))
        }
        return selection
    }

    private static func type(of alternative: String) -> String { String(alternative.prefix { $0 != "=" }) }

    private static func argument(_ alternative: String) -> String {
        String(alternative.dropFirst(type(of: alternative).count + 1))
    }
}
