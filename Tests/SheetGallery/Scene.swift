// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ContentSelection
import Glibc
import SheetSession
import StrictJSON
import TemplateIcon

/// A page of the sheet: the shared items, the daemon's answers, and the person's actions.
struct Scene {
    var request: SheetRequest
    var reply = Sheet.ListReply(generation: 1, presentation: .popover, activities: [])
    var listedAsFiles: [Sheet.Activity] = []
    /// Targets that are known before the activities are listed.
    var targets: [Sheet.TargetsReply] = []
    /// Number of the first listing that includes `targets`.
    var targetsBegin = 1
    /// Targets that are found once the page has been painted.
    var targetsAfterwards: Sheet.TargetsReply?
    var hints: [String] = []
    var options: [Sheet.ContentOption] = []
    /// Facts of the originals; nil if they never become known.
    var inside: Sheet.InspectReply? = .init(facts: [], unread: [])
    /// Facts that become known with the first copies.
    var insideAfterwards: Sheet.InspectReply?
    /// Replies of Prepare.
    var preparation: [Sheet.PrepareReply] = []
    var events: [SheetEvent] = []
    var editing: EditScene
    /// Thumbnail of the shared file; nil for the icon of its type.
    var thumbnail: Thumbnail?

    init?(_ arguments: Arguments) {
        let photo = Item(
            Representation(
                type: "image/png", uri: "file:///home/ada/Pictures/photo.png", name: "photo.png", size: 20_480
            ))
        request = SheetRequest(items: [photo])
        request.locale = arguments.locale
        (request.asker, request.title) = (arguments.asker, arguments.title)
        request.isCompact = arguments.isCompact
        request.parent = arguments.parent
        request.activationToken = arguments.token
        let locale = arguments.locale.flatMap(LocaleTag.init)
        reply.activities = Activities.listed(locale)
        editing = EditScene(locale)
        guard set(arguments.page) else { return nil }
    }

    private mutating func set(_ page: String) -> Bool {
        switch page {
        case "grid": break
        case "link":
            share(
                Representation(
                    type: "x-scheme-handler/https",
                    uri: "https://accounts.bank.example:secret@login.evil.example/account/session"))
        case "text":
            share(Representation(text: "What is read together is remembered: a page's selected words."))
        case "program":
            share(
                Representation(
                    type: "application/x-shellscript", uri: "file:///home/ada/x", name: "Holiday.png",
                    size: 812))
            request.natures["file:///home/ada/x"] = FileNature(isProgram: true, isMisnamed: true)
        case "photo": thumbnail = Self.photo
        case "caption", "caption-items":
            thumbnail = Self.photo
            request.caption =
                "The view from our window this morning.\nYou should have seen the light on the lake."
            if page == "caption-items" { events = [.showItems(true)] }
        case "photos":
            thumbnail = Self.photo
            request.items = Array(repeating: request.items[0], count: 3)
        case "many": shareMany()
        case "one-sharing": share(by: 1)
        case "two-sharing": share(by: 2)
        case "folder": shareFolder()
        case "long-form":
            askAtLength()
            events = [.choose(Activities.form, activationToken: nil)]
        case "items":
            shareMany()
            events = [.showItems(true)]
        case "thousands":
            let item = request.items[0]
            request.items = Array(repeating: item, count: 4096)
            events = [.showItems(true)]
        case "twice": listTwice()
        case "empty":
            reply.activities = []
            hints = ["qrencode", "xdg-email"]
        case "form": events = [.choose(Activities.form, activationToken: nil)]
        case "faults":
            events = [
                .choose(Activities.form, activationToken: nil), .type(field: "when", "tomorrow"), .back,
                .choose(Activities.form, activationToken: nil),
                .submit(activationToken: nil),
            ]
        case "questions": events = answered() + [.lost(.refused(Self.otherQuestions))]
        case "nothing": events = answered() + [.lost(.refused(Self.nothingToChoose))]
        case "progress": events = began() + [.progress(running(0.42, "photo-3.png"))]
        case "pulse": events = began() + [.progress(running(nil, nil))]
        case "cancelling": events = began() + [.progress(running(0.42, nil)), .cancel]
        case "failure": events = began() + [.progress(failed)]
        case "some-failed": events = began() + [.progress(someFailed)]
        case "tool-failure": events = began() + [.progress(failedTool)]
        case "edit": events = [.editActivities]
        case "edit-many":
            editing.describeMany()
            events = [.editActivities]
        case "edit-refused":
            editing.refusal = "The disk is full."
            events = [.editActivities]
        case "edit-unanswered":
            editing.described = nil
            events = [.editActivities]
        case "unlisted": events = [.lost(.notRunning)]
        default: return setTargets(page) || setOptions(page)
        }
        return true
    }

    private mutating func share(_ representation: Representation) {
        request.items = [Item(representation)]
    }

    static var photo: Thumbnail? {
        try? ThumbnailRequest(Files.bytes("examples/photo.png"), pixels: 88).thumbnail()
    }

    /// Removes the activities that share, except the first `count`.
    private mutating func share(by count: Int) {
        let sharing = reply.activities.filter { $0.category == .share }.prefix(count)
        reply.activities.removeAll { $0.category == .share && !sharing.contains($0) }
    }

    private mutating func shareMany() {
        let names = [
            ("photo.png", "image/png", 20_480),
            ("A rather long name of a report for the year 2026, final.pdf", "application/pdf", 8_400_000),
            ("notes.txt", "text/plain", 812), ("Aufnahme.ogg", "audio/ogg", 3_100_000),
            ("archive.zip", "application/zip", 912_000),
        ]
        request.items = names.map { name, type, size in
            Item(Representation(type: type, uri: "file:///home/ada/" + type, name: name, size: size))
        }
        reply.activities[0].taken = [0, 2, 3]
    }

    private mutating func shareFolder() {
        let folder = Representation(type: "inode/directory", uri: "file:///home/ada/Trip", name: "Trip")
        request.items.append(Item(folder))
        listedAsFiles = reply.activities
        reply.activities.removeAll { $0.category == .share }
    }

    /// A form whose texts are all wider than the sheet.
    private mutating func askAtLength() {
        let long = "Everything that was seen on the long way from Aachen to Zwickau, "
        let last = reply.activities.count - 1
        reply.activities[last].title = long + long
        reply.activities[last].form = [FormField.Kind.text, .choice, .toggle].map { kind in
            var field = Sheet.Field(
                id: "a", label: long + long, type: kind, required: true, hint: long + long)
            if kind == .choice {
                field.options = [.init(value: "b", label: long + long), .init(value: "c", label: "Short")]
            }
            return field
        }
    }

    private mutating func listTwice() {
        guard var other = reply.activities.first(where: { $0.identifier == "io.activityd.mail" }) else {
            return
        }
        other.identifier = "org.example.mail"
        other.subtitle = "Example Mail"
        reply.activities.insert(other, at: 2)
    }

    private func began() -> [SheetEvent] {
        [.choose("io.activityd.compress", activationToken: nil), .progressIsDue(1)]
    }

    private func answered() -> [SheetEvent] {
        [
            .choose(Activities.form, activationToken: nil), .type(field: "server", "a"),
            .type(field: "secret", "s"), .submit(activationToken: nil),
        ]
    }

    /// The daemon's refusal if the activity's form has changed since it was listed.
    private static var otherQuestions: CallError {
        let room = Sheet.Field(id: "room", label: "Room", type: .text, required: true)
        return .answersRequired(fields: [room])
    }

    private static var nothingToChoose: CallError {
        let device = Sheet.Field(
            id: "device", label: "Device", type: .choice, options: [], required: true)
        return .answersRequired(fields: [device])
    }

    private func running(_ fraction: Double?, _ status: String?) -> Sheet.Progress {
        Sheet.Progress(
            state: .running, unit: "activity-1.service", fraction: fraction, status: status)
    }

    private var failed: Sheet.Progress {
        Sheet.Progress(
            state: .finished, unit: "activity-1.service", result: .failure, exitStatus: 1,
            reason: "There is no room left in the folder “Downloads”.")
    }

    /// Three programs started together, two of which failed because the disk was full.
    private var someFailed: Sheet.Progress {
        Sheet.Progress(
            state: .finished, unit: "activity-1.service", result: .failure, exitStatus: 1,
            reason: "„Downloads“ ist voll.", runs: .init(failed: 2, all: 3))
    }

    private var failedTool: Sheet.Progress {
        let line = "curl: (6) Could not resolve host: nas.local"
        return Sheet.Progress(
            state: .finished, unit: "activity-1.service", result: .failure, exitStatus: 6, reason: line,
            errors: "Uploading /home/ada/photo.png\n\(line)\n")
    }
}

/// The system's activities, in the order of their positions, and one with a form of all kinds.
enum Activities {
    static let form = "org.example.form"

    static func listed(_ locale: LocaleTag?) -> [Sheet.Activity] {
        let all = folders.compactMap { activity($0, locale) }.sorted { $0.position < $1.position }
        return all.map(\.activity) + [questions]
    }

    private static var folders: [String] {
        ["bluetooth", "compress", "copy", "device", "mail", "open", "print", "save", "show", "wallpaper"]
    }

    private static func activity(
        _ name: String, _ locale: LocaleTag?
    ) -> (activity: Sheet.Activity, position: Int)? {
        let path = "Activities/io.activityd.\(name).activity/manifest.json"
        guard case .object(let manifest) = try? JSON(parsing: Files.bytes(path)),
            let title: String = try? manifest.read("title"),
            let position: Int = try? manifest.read("position"),
            let category: Manifest.Category = try? manifest.read("category")
        else { return nil }
        let titles: [String: String] = (try? manifest.read("titles")) ?? [:]
        var activity = Sheet.Activity(
            identifier: "io.activityd." + name, title: locale?.lookup(in: titles) ?? title, source: .system,
            category: category)
        activity.asks = ["bluetooth", "device"].contains(name) ? true : nil
        return (activity, position)
    }

    private static var questions: Sheet.Activity {
        var activity = Sheet.Activity(
            identifier: form, title: "Plan", subtitle: "Example", source: .custom, category: .action)
        activity.asks = true
        activity.form = [
            Sheet.Field(id: "server", label: "Server", type: .text, required: true, hint: "social.example"),
            Sheet.Field(id: "when", label: "Day", type: .date, required: false),
            Sheet.Field(
                id: "who", label: "Seen by", type: .choice,
                options: [
                    .init(value: "all", label: "Everybody"), .init(value: "friends", label: "Friends"),
                ],
                required: true),
            Sheet.Field(id: "secret", label: "Password", type: .password, required: true),
            Sheet.Field(
                id: "text", label: "Text", type: .multiline, default: "Look at this.", required: false),
            Sheet.Field(id: "quiet", label: "Tell nobody", type: .toggle, required: false),
        ]
        return activity
    }
}

enum Files {
    /// At most a megabyte of the file; empty if there is no such file.
    static func bytes(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }
}

enum Memory {
    /// This process's private memory that has been written to.
    static var kilobytes: Int {
        let text = String(decoding: Files.bytes("/proc/self/smaps_rollup"), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Private_Dirty:") }
        return line.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
    }
}
