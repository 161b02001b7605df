// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// Pages with options of the shared content, and the results of their transforms.
extension Scene {
    static let location = "io.activityd.without-location"
    private static let smaller = "io.activityd.smaller"
    private static let archive = "io.activityd.as-zip"

    /// - Returns: false if the page is none of these.
    mutating func setOptions(_ page: String) -> Bool {
        switch page {
        case "options-none":
            offerForPhoto()
            (options, inside) = ([], nil)
            events = [.appeared]
        case "options-line":
            offerForPhoto()
            events = [.appeared]
        case "options-late":
            offerForPhoto()
            options.append(Self.archiving)
            (inside, insideAfterwards) = (nil, inside)
            events = [.appeared, .showOptions(true)]
        case "options-targets":
            offerForPhoto()
            targets = [.init(targets: Self.things, final: true)]
            targetsBegin = 2
            events = [.appeared]
        case "options":
            offerForPhoto()
            events = [
                .appeared, .showOptions(true), .switchOption(Self.location, true),
            ]
        case "options-applied":
            offerForPhoto()
            events = [.appeared, .switchOption(Self.location, true)]
        case "preparing":
            offerForPhoto()
            preparation = [preparing(0.42)]
            events = [.appeared, .showOptions(true), .switchOption(Self.smaller, true)]
        case "awaiting":
            offerForPhoto()
            preparation = [preparing(0.42)]
            events = [
                .appeared, .switchOption(Self.smaller, true),
                .choose("io.activityd.save", activationToken: nil), .progressIsDue(1),
            ]
        case "options-unread":
            shareUnread()
            events = [.appeared, .switchOption(Self.location, true)]
        case "question":
            shareUnread()
            events = [
                .appeared, .switchOption(Self.location, true),
                .choose("io.activityd.save", activationToken: nil),
            ]
        case "options-remaining":
            shareRemaining()
            events = [.appeared, .switchOption(Self.location, true), .showOptions(true)]
        case "question-remaining":
            shareRemaining()
            events = [
                .appeared, .switchOption(Self.location, true),
                .choose("io.activityd.save", activationToken: nil),
            ]
        case "options-inside":
            offerForPhoto()
            events = [.appeared, .showOptions(true)]
        case "options-failed":
            offerForPhoto()
            preparation = [failedPreparation]
            events = [
                .appeared, .switchOption(Self.smaller, true), .showOptions(true),
            ]
        case "options-of-photos":
            offerForPhoto()
            request.items = Array(repeating: request.items[0], count: 3)
            inside = Sheet.InspectReply(facts: Self.facts([0, 1, 2]), unread: [])
            events = [.appeared]
        case "folder-options":
            shareFolderAlone()
            events = [.appeared, .showOptions(true)]
        case "as-zip":
            shareFolderAlone()
            events = [.appeared, .switchOption(Self.archive, true)]
        default: return false
        }
        return true
    }

    private static let archiving = Sheet.ContentOption(
        identifier: archive, title: "As ZIP", removes: [], accepted: [0], makes: "application/zip")

    private mutating func offerForPhoto() {
        thumbnail = Self.photo
        request.items[0].representation = Representation(
            type: "image/jpeg", uri: "file:///home/ada/Pictures/alps.jpg", name: "alps.jpg", size: 3_412_000)
        inside = Sheet.InspectReply(
            facts: Self.facts([0]) + [Self.fact("pixels", [0], "4032 × 3024")], unread: [])
        let (location, metadata, smaller) = Self.titles(request.locale)
        options = [
            Sheet.ContentOption(
                identifier: Self.location, title: location, removes: ["location"], accepted: [0],
                makes: "same"),
            Sheet.ContentOption(
                identifier: "io.activityd.without-metadata", title: metadata,
                removes: ["location", "person", "device", "time"], accepted: [0], makes: "same"),
            Sheet.ContentOption(
                identifier: Self.smaller, title: smaller, removes: ["pixels"], accepted: [0], makes: "same",
                form: [
                    Sheet.Field(
                        id: "size", label: "Size", type: .choice,
                        options: [
                            .init(value: "2048", label: "Large"), .init(value: "1280", label: "Medium"),
                            .init(value: "640", label: "Small"),
                        ], default: "1280", required: true)
                ]),
        ]
        let copy = Item(
            Representation(
                type: "image/jpeg", uri: "file:///home/ada/.cache/alps.jpg", name: "alps.jpg",
                size: 3_398_000,
                isTemporary: true))
        prepare([copy], Array(Self.facts([0]).dropFirst()))
    }

    private static func titles(_ locale: String?) -> (String, String, String) {
        switch locale?.prefix(2) {
        case "de": ("Ohne Standort", "Ohne Metadaten", "Kleiner")
        case "he": ("בלי מיקום", "בלי מטא־נתונים", "קטן יותר")
        default: ("Without Location", "Without Metadata", "Smaller")
        }
    }

    /// Facts as a phone writes them into a photo.
    private static func facts(_ items: [Int]) -> [Sheet.Fact] {
        [
            fact("location", items, "46.95° N, 7.45° E"), fact("person", items, "Ada Meier"),
            fact("device", items, "iPhone 15", "serial number"), fact("time", items, "12 March 2026, 14:05"),
        ]
    }

    private static func fact(_ kind: String, _ items: [Int], _ values: String...) -> Sheet.Fact {
        Sheet.Fact(kind: kind, items: items, values: values)
    }

    private mutating func prepare(_ copies: [Item], _ facts: [Sheet.Fact], unread: [Int] = []) {
        preparation = [
            Sheet.PrepareReply(
                state: .finished, unit: "prepare-1.service", result: .success, content: copies, facts: facts,
                unread: unread)
        ]
    }

    /// Four items: the location remains in one, and another one was not examined.
    private mutating func shareUnread() {
        offerForPhoto()
        let others = [
            ("image/x-adobe-dng", "DSC_0412.dng", 24_800_000), ("image/jpeg", "lake.jpg", 2_940_000),
            ("application/zip", "trip.zip", 96_400_000),
        ]
        request.items += others.map {
            Item(Representation(type: $0, uri: "file:///home/ada/\($1)", name: $1, size: $2))
        }
        inside = Sheet.InspectReply(facts: Self.facts([0, 1, 2]), unread: [3])
        var copies = request.items
        for index in [0, 2] { copies[index].representation.isTemporary = true }
        prepare(
            copies, [Self.fact("location", [1], "46.95° N, 7.45° E")] + Self.facts([0, 1, 2]).dropFirst(),
            unread: [3])
    }

    /// Four items; the location remains in two.
    private mutating func shareRemaining() {
        shareUnread()
        inside = Sheet.InspectReply(facts: Self.facts([0, 1, 2, 3]), unread: [])
        prepare(preparation[0].content ?? [], [Self.fact("location", [1, 3], "46.95° N, 7.45° E")])
    }

    /// A folder, which activities that share do not accept until it is a ZIP archive.
    private mutating func shareFolderAlone() {
        request.items = [
            Item(Representation(type: "inode/directory", uri: "file:///home/ada/Trip", name: "Trip"))
        ]
        listedAsFiles = reply.activities
        options = [Self.archiving]
        let copy = Item(
            Representation(
                type: "application/zip", uri: "file:///home/ada/.cache/Trip.zip", name: "Trip.zip",
                size: 91_200_000, isTemporary: true))
        prepare([copy], [])
    }

    private func preparing(_ fraction: Double) -> Sheet.PrepareReply {
        Sheet.PrepareReply(state: .running, unit: "prepare-1.service", fraction: fraction)
    }

    private var failedPreparation: Sheet.PrepareReply {
        Sheet.PrepareReply(
            state: .finished, unit: "prepare-1.service", status: "This picture is damaged.", result: .failure,
            reason: "This picture is damaged.", option: "io.activityd.smaller")
    }

    /// The daemon's list for these items: without activities that share if a folder is among them.
    func list(for content: [Item]) -> Sheet.ListReply {
        var reply = reply
        let holdsFolder = content.contains { $0.representation.type == "inode/directory" }
        if holdsFolder { reply.activities.removeAll { $0.category == .share } }
        return reply
    }
}
