// SPDX-License-Identifier: Apache-2.0

import ActivityInterface

/// Pages with a row of targets and starred activities.
extension Scene {
    mutating func setTargets(_ page: String) -> Bool {
        switch page {
        case "targets":
            star(["io.activityd.mail", "io.activityd.copy"])
            targets = [.init(targets: Self.things, final: true)]
        case "stars": star(["io.activityd.mail", "io.activityd.copy"])
        case "targets-away":
            var found = Array(Self.things.dropFirst(1)) + [Self.target("nas", "Cellar", "place", by: "save")]
            found[0].reachable = false
            targets = [.init(targets: Self.things, final: false)]
            targetsAfterwards = .init(targets: found, final: true)
        case "targets-known": targets = [.init(targets: Self.things, final: false)]
        case "targets-late": targetsAfterwards = .init(targets: Self.things, final: true)
        case "targets-many":
            let more = (1...9).map { Self.target("room-\($0)", "Room \($0)", "place", by: "device") }
            targets = [.init(targets: Self.things + more, final: true)]
        case "targets-asking":
            targets = [
                .init(
                    targets: Self.things + [Self.target("friends", "Friends", "group", by: nil)], final: true)
            ]
        case "targets-programs":
            targets = [
                .init(
                    targets: [
                        Self.target("painter.desktop", "Painter", "program", by: "save", icon: "folder"),
                        Self.target("editor.desktop", "Editor", "program", by: "save"),
                    ], final: true)
            ]
        case "targets-odd":
            let odd = [
                "invoice\u{202E}gnp.exe", "One\nand\nTwo", String(repeating: "Wide ", count: 40),
                String(repeating: "W", count: 200), "\u{200B}",
            ]
            targets = [
                .init(
                    targets: odd.enumerated().map { Self.target("\($0)", $1, "robot", by: "device") },
                    final: true)
            ]
        default: return false
        }
        return true
    }

    private mutating func star(_ identifiers: [String]) {
        for index in reply.activities.indices where identifiers.contains(reply.activities[index].identifier) {
            reply.activities[index].starred = true
        }
    }

    /// A phone with two ways to reach it, targets of other kinds, and two people with the same name.
    static var things: [Sheet.Target] {
        [
            target("a", "Pixel 9", "phone", by: "device", or: "bluetooth"),
            target("c", "Living Room", "television", by: "device"),
            target("d", "Ada Lovelace", "person", by: "mail", detail: "ada@example.org"),
            target("e", "Ada Lovelace", "person", by: "mail", detail: "ada@example.com"),
            target("f", "A name that is rather long for two lines", nil, by: "device"),
        ]
    }

    /// - Parameter name: name of a system activity; nil for the activity with a form.
    private static func target(
        _ value: String, _ label: String, _ kind: String?, by name: String?, or other: String? = nil,
        detail: String? = nil, icon: String? = nil
    ) -> Sheet.Target {
        let titles = [
            "device": "Send to Device", "bluetooth": "Bluetooth", "mail": "Mail", "save": "Save to Downloads",
        ]
        return Sheet.Target(
            identifier: name.map { "io.activityd." + $0 } ?? Activities.form,
            field: name == nil ? "who" : "target",
            value: value, label: label, detail: detail, kind: kind, reachable: true,
            title: name.flatMap { titles[$0] } ?? "Plan",
            ways: other.map { other in
                [
                    Sheet.Way(
                        identifier: "io.activityd." + other, field: "target", value: "b", reachable: true,
                        title: titles[other] ?? other)
                ]
            }, icon: icon)
    }
}
