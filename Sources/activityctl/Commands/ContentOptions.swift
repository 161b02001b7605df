// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ArgumentParser
import ContentSelection

/// What is selected.
struct ContentOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files, folders, links such as https://example.org, or - for text on standard input.",
            valueName: "file|url|-"), completion: .file())
    var content: [String] = []

    @Option(help: "Selected text.") var text: String?

    @Option(help: ArgumentHelp("Treat everything as this MIME type.", valueName: "mime"))
    var type: String?

    func validate() throws {
        guard !content.isEmpty || text != nil else {
            throw ValidationError("Nothing is selected. Give a file, a link, - or --text.")
        }
        if let type, ContentType(type) == nil {
            throw ValidationError("\"\(type)\" is not a MIME type. Give one like image/png.")
        }
        if content.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    func selection() throws -> Selection {
        try Selection(content, text: text, type: type)
    }
}
