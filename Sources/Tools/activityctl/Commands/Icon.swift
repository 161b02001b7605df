// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ArgumentParser
import Glibc
import StrictJSON

struct Icon: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Write an activity's finished icon as a PNG.",
        discussion: """
            Example:
              activityctl icon org.example.resize --size 140 --tint '#3584e4' -o resize.png
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The activity.", valueName: "id")) var identifier: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - for standard output.", valueName: "file"))
    var output: String

    @Option(help: "Pixels, 8 to 512.") var size = 70

    @Option(help: ArgumentHelp("The colour; black by default.", valueName: "#rrggbb")) var tint: String?

    func validate() throws {
        guard Sheet.IconRequest.sizes.contains(size) else {
            throw ValidationError("--size is 8 to 512 pixels.")
        }
        guard tint.map(isColour) ?? true else {
            throw ValidationError(
                "--tint is a colour like '#3584e4' (in quotation marks: # begins a comment).")
        }
        guard output != "-" || !Paint.isTerminal(STDOUT_FILENO) else {
            throw ValidationError("A terminal cannot show a PNG. Name a file with -o.")
        }
    }

    private func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#")
            && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    func run() throws {
        let request = Sheet.IconRequest(identifier: identifier, size: size, tint: tint)
        let reply = try DaemonClient(options).call(Interfaces.sheet + ".Icon", request.object)
        let icon = try Sheet.IconReply(reply)
        guard let png = Base64.decode(icon.png) else { throw Failure("The daemon's picture is not base64.") }
        guard output != "-" else { return Output.write(png) }
        try NewFile.write(png, to: output)
    }
}
