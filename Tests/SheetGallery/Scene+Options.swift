// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// Options of what leaves, and what comes of them.
extension Scene {
    static let location = "io.activityd.without-location"
    private static let smaller = "io.activityd.smaller"
    private static let archive = "io.activityd.as-zip"

    /// False for a page that is not one of these.
    mutating func setOptions(_ page: String) -> Bool {
        switch page {
        case "options-none":
            offerForPhoto()
            options = []
            events = [.appeared]
        case "options-line":
            offerForPhoto()
            events = [.appeared]
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
        case "options-failed":
            offerForPhoto()
            preparation = [failedPreparation]
            events = [
                .appeared, .switchOption(Self.smaller, true), .showOptions(true),
            ]
        case "options-of-photos":
            offerForPhoto()
            request.items = Array(repeating: request.items[0], count: 3)
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

    private mutating func offerForPhoto() {
        thumbnail = Self.photo
        request.items[0].representation = Representation(
            type: "image/jpeg", uri: "file:///home/ada/Pictures/alps.jpg", name: "alps.jpg", size: 3_412_000)
        options = [
            Sheet.ContentOption(
                identifier: Self.location, title: "Without Location", detail: "46.95° N, 7.45° E · iPhone 15",
                removes: ["location"], makes: "same"),
            Sheet.ContentOption(
                identifier: "io.activityd.without-metadata", title: "Without Metadata",
                detail: "iPhone 15, 12 March 2026", removes: ["location", "device", "time"], makes: "same"),
            Sheet.ContentOption(
                identifier: Self.smaller, title: "Smaller", detail: "4032 × 3024", removes: ["pixels"],
                makes: "same",
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
        preparation = [
            Sheet.PrepareReply(
                state: .finished, unit: "prepare-1.service", result: .success, content: [copy])
        ]
    }

    /// Four items, two of which Without Location does not accept.
    private mutating func shareUnread() {
        offerForPhoto()
        let others = [
            ("image/x-adobe-dng", "DSC_0412.dng", 24_800_000), ("image/jpeg", "lake.jpg", 2_940_000),
            ("application/zip", "trip.zip", 96_400_000),
        ]
        request.items += others.map {
            Item(Representation(type: $0, uri: "file:///home/ada/\($1)", name: $1, size: $2))
        }
        var copies = request.items
        for index in [0, 2] { copies[index].representation.isTemporary = true }
        preparation = [
            Sheet.PrepareReply(
                state: .finished, unit: "prepare-1.service", result: .success, content: copies,
                unread: [1, 3])
        ]
    }

    /// Activities that share take files alone.
    private mutating func shareFolderAlone() {
        request.items = [
            Item(Representation(type: "inode/directory", uri: "file:///home/ada/Trip", name: "Trip"))
        ]
        listedAsFiles = reply.activities
        options = [
            Sheet.ContentOption(
                identifier: Self.archive, title: "As ZIP", detail: "214 files, 96 MB",
                removes: [], makes: "application/zip")
        ]
        let copy = Item(
            Representation(
                type: "application/zip", uri: "file:///home/ada/.cache/Trip.zip", name: "Trip.zip",
                size: 91_200_000, isTemporary: true))
        preparation = [
            Sheet.PrepareReply(
                state: .finished, unit: "prepare-1.service", result: .success, content: [copy])
        ]
    }

    private func preparing(_ fraction: Double) -> Sheet.PrepareReply {
        Sheet.PrepareReply(state: .running, unit: "prepare-1.service", fraction: fraction)
    }

    private var failedPreparation: Sheet.PrepareReply {
        Sheet.PrepareReply(
            state: .finished, unit: "prepare-1.service", status: "This picture is damaged.", result: .failure,
            reason: "This picture is damaged.")
    }

    /// The daemon's list for these items.
    func list(for content: [Item]) -> Sheet.ListReply {
        var reply = reply
        let holdsFolder = content.contains { $0.representation.type == "inode/directory" }
        if holdsFolder { reply.activities.removeAll { $0.category == .share } }
        return reply
    }
}
