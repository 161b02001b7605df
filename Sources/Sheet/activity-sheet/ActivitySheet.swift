// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser
import ContentSelection
import Glibc
import Host
import SessionBus
import ShareService
import SheetSession
import StrictJSON

/// The command activity-sheet(1).
@main
struct ActivitySheet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity-sheet",
        abstract: "Show what can be done with files, links and text, and do it.",
        discussion: """
            Examples:
              activity-sheet photo.jpg notes.pdf
              activity-sheet https://example.org
              activity-sheet --clipboard
              activity-sheet --option io.activityd.without-location photo.jpg

            Exits with 0 where something was done, 1 where the person left, 2 where it failed, and 64 for \
            wrong arguments.
            """,
        version: Version.current)

    @Argument(
        help: ArgumentHelp(
            "Files, folders, links, or - for text on standard input.", valueName: "file|uri|-"),
        completion: .file())
    var content: [String] = []

    @Option(help: ArgumentHelp("The window to open above: x11:XID or wayland:HANDLE.", valueName: "handle"))
    var parent: String?

    @Option(help: "Selected text; beside files or links, what is said about them.") var text: String?

    @Option(help: "What the text is called, or a link that is shared alone; the subject of a mail.")
    var subject: String?

    @Option(help: ArgumentHelp("Treat everything as this MIME type.", valueName: "mime"))
    var type: String?

    @Option(help: ArgumentHelp("Leave this activity out.", valueName: "identifier"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "Begin with this option of what leaves, and with this answer to its form.",
            valueName: "identifier[=field:value]"))
    var option: [String] = []

    @Flag(help: "Share what was copied: files, text, a link or a picture.") var clipboard = false

    @Option(help: "The language of the sheet, such as de or pt_BR.UTF-8; yours by default.")
    var locale: String?

    @Flag(help: "A sheet from the bottom, as on a phone.") var compact = false

    @Flag(help: "Print how it ended as JSON.") var json = false

    @Flag(help: "Print a line once the sheet is open.") var announce = false

    @Flag(help: "Serve io.activityd.Share on the session's bus; what the bus starts.") var service = false

    /// ArgumentParser's time grows with the square of the number of arguments: half a minute for a folder of
    /// four thousand files. Arguments behind "--", where menus put all files, bypass the parser.
    static func main() {
        StandardStreams.fill()
        let arguments = CommandLine.arguments.dropFirst()
        let parsed = arguments.firstIndex(of: "--").map {
            arguments.prefix(through: min($0 + 1, arguments.endIndex - 1))
        }
        do {
            var command = try parseAsRoot(Array(parsed ?? arguments))
            if var sheet = command as? ActivitySheet, let parsed {
                sheet.content += arguments[parsed.endIndex...]
                command = sheet
            }
            try command.run()
        } catch {
            exit(withError: error)
        }
    }

    func validate() throws {
        guard !service else { return }
        if content.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input can be read only once.")
        }
        if let type, ContentType(type) == nil {
            throw ValidationError("\"\(type)\" is not a MIME type. Give one like image/png.")
        }
        if let locale, LocaleTag(locale) == nil, !["C", "POSIX"].contains(locale.prefix { $0 != "." }) {
            throw ValidationError("\"\(locale)\" names no language. Give one like de, pt-BR or zh_TW.UTF-8.")
        }
        if ParentWindow(handle: parent ?? "") == nil {
            throw ValidationError("\"\(parent ?? "")\" names no window. Give x11:XID or wayland:HANDLE.")
        }
        do throws(Sheet.ChosenOption.InvalidOption) { _ = try Sheet.ChosenOption.all(option) } catch {
            throw ValidationError(error.description)
        }
        if clipboard, !content.isEmpty || text != nil {
            throw ValidationError("--clipboard takes no files, links or text besides.")
        }
    }

    func run() throws {
        // Checked here because `validate` runs before ArgumentParser rejects unknown options.
        guard service || clipboard || !content.isEmpty || text?.isEmpty == false else {
            throw ValidationError("There is nothing to share. Give a file, a link, -, --text or --clipboard.")
        }
        let outcome = service ? serve() : share()
        report(outcome)
        if case .refused(let refusal) = outcome, !service, !isTyped {
            SheetProgram.notify(refusal.notice(in: words), in: words)
        }
        throw ExitCode(Int32(outcome.response))
    }

    private var words: Words { Words(usualLocale.flatMap { LocaleTag($0) }) }

    private var usualLocale: String? { locale ?? Environment.locale(isSpoken: Words.speak) }

    private func serve() -> SheetOutcome {
        SheetProgram.serve().map { .failed(reason: $0) } ?? .performed
    }

    /// Whether the command is a terminal's foreground job, so that the person reads its output. A file
    /// manager started in a terminal leads the foreground job itself, so a command from its menu does not.
    private var isTyped: Bool { tcgetpgrp(STDERR_FILENO) == getpid() }

    private func share() -> SheetOutcome {
        do throws(SheetRefusal) {
            guard !isRootWithoutSession else { throw .rootWithoutSession }
            guard clipboard else {
                return SheetProgram.share(request(try lookUp(content, text: text)), opened: opened)
            }
            return try shareClipboard()
        } catch {
            return .refused(error)
        }
    }

    /// Whether the command runs as root without a login session, as under sudo(8): no daemon serves it.
    private var isRootWithoutSession: Bool {
        geteuid() == 0 && Environment.value("XDG_RUNTIME_DIR") == nil
            && access(SheetProgram.socket, F_OK) != 0
    }

    /// Shares the clipboard. The sheet is shown in this process, because the display server offers the
    /// clipboard to this process's window.
    private func shareClipboard() throws(SheetRefusal) -> SheetOutcome {
        guard let desktop = SheetProgram.desktop() else { throw .noDisplay }
        switch try SheetProgram.copied(on: desktop, Self.activationToken) {
        case .arguments(let arguments):
            return SheetProgram.show(request(try lookUp(arguments)), on: desktop, opened: opened)
        case .text(let text):
            return SheetProgram.show(request(try lookUp([], text: text)), on: desktop, opened: opened)
        case .picture(let bytes, let kind):
            let name = CopiedContent.name(ofPicture: kind, in: words)
            let copy = try OwnCopies.make(bytes, named: name, type: type ?? kind)
            return withExtendedLifetime(copy) {
                SheetProgram.show(request([copy.item]), on: desktop, opened: opened)
            }
        }
    }

    private func request(_ selection: Selection) -> SheetRequest {
        var request = request(selection.items)
        (request.caption, request.subject) = (selection.caption, selection.subject)
        request.natures = selection.natures
        return request
    }

    private func request(_ items: [Item]) -> SheetRequest {
        var request = SheetRequest(items: items)
        request.options = (try? Sheet.ChosenOption.all(option)) ?? []
        request.parent = ParentWindow(handle: parent ?? "") ?? .none
        request.exclude = exclude
        request.locale = usualLocale.flatMap { LocaleTag($0) == nil ? nil : $0 }
        request.activationToken = Self.activationToken
        request.isCompact = compact
        return request
    }

    /// Looks up the content. Waits for the disk for at most `ShareLimits.timeout`, but without limit for
    /// standard input.
    private func lookUp(_ content: [String], text: String? = nil) throws(SheetRefusal) -> Selection {
        let (text, subject, type) = (text?.isEmpty == true ? nil : text, subject, type)
        let timeout = content.contains("-") ? nil : ShareLimits().timeout
        let result = Errand.result(within: timeout) {
            Result { () throws(SelectionError) in
                try Selection(content, text: text, subject: subject, type: type)
            }
        }
        guard let result else { throw .unanswered }
        do throws(SelectionError) { return try result.get() } catch { throw SheetRefusal(error) }
    }

    /// GLib before 2.76 passes a Wayland activation token in DESKTOP_STARTUP_ID, X11's variable.
    private static var activationToken: String? {
        ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"].lazy.compactMap(Environment.value).first
    }

    /// Writes the line unbuffered, because the caller waits for it.
    private func opened() { if announce { write(STDOUT_FILENO, "open\n") } }

    private func report(_ outcome: SheetOutcome) {
        if json { print(String(decoding: outcome.json.serialized, as: UTF8.self)) }
        switch outcome {
        case .failed(let reason): write(STDERR_FILENO, "activity-sheet: \(reason)\n")
        case .refused(let refusal): write(STDERR_FILENO, "activity-sheet: \(refusal.sentence)\n")
        case .performed, .left: break
        }
    }

    private func write(_ descriptor: CInt, _ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}
