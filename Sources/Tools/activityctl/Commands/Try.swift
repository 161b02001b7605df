// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import ContentSelection
import Glibc
import Host

struct Try: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Perform a bundle once from where it lies, unregistered.",
        discussion: """
            The daemon judges and performs it like a registered one; the output is that of perform. A \
            transform is tried where it is registered.

            Example:
              activityctl try org.example.resize.activity photo.jpg --answer width=640
            """)

    @OptionGroup var options: ScopeOptions

    @Argument(help: ArgumentHelp("The bundle's folder.", valueName: "bundle"), completion: .directory)
    var bundle: String

    @OptionGroup var content: ContentArguments
    @OptionGroup var answering: AnswerOptions
    @OptionGroup var language: LocaleOption

    func run() throws {
        let path = try BundleArgument.absolute(bundle)
        let identifier = try identifier(path)
        guard BundleArgument.manifest(in: path).transform == nil else {
            let (name, folder) = (printable(identifier), printable(bundle))
            throw Failure(
                "\(name) is a transform, and is not performed by itself.",
                next:
                    "After \"activityctl register --link \(folder)\", \"activityctl options FILE\" says what "
                    + "it finds, and \"activityctl perform io.activityd.save FILE --option \(name)\" "
                    + "saves what it makes.")
        }
        var request = Sheet.PerformRequest(identifier: identifier, try content.selection())
        request.bundle = path
        request.locale = language.name
        request.activationToken = Environment.value("XDG_ACTIVATION_TOKEN")
        do {
            try PerformSession(options, json: answering.json).perform(request, answers: answering.byID)
        } catch {
            explainProgram(path)
            throw error
        }
    }

    /// Prints the warnings of `check` about a program that cannot start: the kernel gives no reason.
    private func explainProgram(_ path: String) {
        let paint = Paint(descriptor: STDERR_FILENO)
        for remark in ProgramCheck(BundleArgument.manifest(in: path), in: path).remarks
        where remark.rule == .programInterpreter || remark.rule == .programLineEnds {
            Output.write(remark.line(paint) + "\n", to: STDERR_FILENO)
        }
    }

    /// Returns the identifier from the folder's name, else from the manifest.
    private func identifier(_ path: String) throws -> String {
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? ""
        let identifier = BundleName.identifier(in: name) ?? BundleArgument.manifest(in: path).identifier
        guard !identifier.isEmpty else {
            throw Failure(
                "There is no manifest.json in \(printable(bundle)) that names the activity.",
                next: "\"activityctl check \(printable(bundle))\" says what is wrong.")
        }
        return identifier
    }
}
