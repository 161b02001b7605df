// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("The sheet's first row")
struct QuickAccessTests {
    private static let activities = [
        Targets.activity(Targets.device, "Send to Device"), Targets.activity(Targets.bluetooth, "Bluetooth"),
    ]

    private static func names(_ state: SheetState) -> [String] {
        state.quickAccess.tiles.map { tile in
            switch tile {
            case .activity(let identifier): identifier
            case .target(let tile): tile.isReachable ? tile.label : "(\(tile.label))"
            case .more(let identifier): "more " + identifier
            }
        }
    }

    private static func numbered(_ count: Int) -> [Sheet.Target] {
        (0..<count).map { Targets.target("\($0)", "Room \($0)") }
    }

    @Test("It asks what is known beside the list, and has programs look once the first frame is there")
    func asks() {
        var request = SheetRequest(items: [Sheets.photo])
        (request.exclude, request.locale) = (["a.b"], "de")
        var state = SheetState(request)
        let expected = Sheet.TargetsRequest(content: [Sheets.photo], exclude: ["a.b"], locale: "de")
        #expect(state.apply(.opened).first == .targets(1, expected, searching: false))
        #expect(state.apply(.appeared).last == .targets(1, expected, searching: true))
    }

    @Test("The list waits for no target: without one there is no row")
    func none() {
        let state = Sheets.listing(Self.activities)
        #expect(state.page == .activities)
        #expect(state.quickAccess.tiles.isEmpty)
    }

    @Test(
        "What is known when the list comes is there, and so is what comes before the page was painted",
        arguments: [true, false])
    func known(isEarly: Bool) {
        var state = SheetState(SheetRequest(items: [Sheets.photo]))
        _ = state.apply(.opened)
        let targets = SheetEvent.targets(1, .init(targets: [Targets.phone], final: false))
        let listed = SheetEvent.listed(1, .success(Sheets.reply(Self.activities)))
        _ = isEarly ? state.apply(targets, listed) : state.apply(listed, targets)
        #expect(Self.names(state) == ["Pixel 9"])
    }

    @Test("A row that comes after the page was painted waits for the next sheet")
    func late() {
        var state = Sheets.listing(Self.activities)
        _ = state.apply(
            .painted(room: 0), .targets(1, .init(targets: [Targets.phone], final: false)),
            .targets(1, .init(targets: [Targets.phone], final: true)))
        #expect(Self.names(state).isEmpty)
    }

    @Test(
        "A painted row never moves: missing targets are dimmed, and new ones fill its empty places"
    )
    func final() {
        var state = Targets.showing(Self.activities, Array(Self.numbered(3)), isFinal: false)
        _ = state.apply(.painted(room: 1))
        let found = [
            Targets.target("new", "New"), Targets.target("newer", "Newer"), Targets.target("1", "Room 1"),
            Targets.target("0", "Room 0", isReachable: false),
        ]
        _ = state.apply(.targets(1, .init(targets: found, final: true)))
        #expect(Self.names(state) == ["(Room 0)", "Room 1", "(Room 2)", "New"])
        _ = state.apply(.targets(1, .init(targets: Self.numbered(3), final: true)))
        #expect(Self.names(state) == ["Room 0", "Room 1", "Room 2", "(New)"])
    }

    @Test("Nothing is dimmed before the final answer")
    func stillSought() {
        let away = Targets.target("0", "Room 0", isReachable: false)
        var state = Targets.showing(Self.activities, [away], isFinal: false)
        #expect(Self.names(state) == ["Room 0"])
        _ = state.apply(.targets(1, .init(targets: [away], final: true)))
        #expect(Self.names(state) == ["(Room 0)"])
    }

    @Test("A press on what was not found says so, performs nothing, and has it looked for again")
    func dimmed() {
        let away = Targets.target("0", "Room “0”", isReachable: false)
        var state = Targets.showing(Self.activities, [away])
        let effects = state.apply(.chooseTarget(away, activationToken: nil))
        let isSought = if case .targets(1, _, searching: true)? = effects.first { true } else { false }
        #expect(isSought && effects.count == 1)
        #expect(state.page == .activities)
        #expect(state.targetNotice == "“Room 0” cannot be reached now.")
        _ = state.apply(.targets(1, .init(targets: [Targets.target("0", "Room “0”")], final: true)))
        #expect(state.targetNotice == nil)
        #expect(state.apply(.chooseTarget(away, activationToken: nil)).count == 2)
    }

    @Test("Eight at most, four of them stars; more leads to the activity's questions")
    func most() {
        var starred = (0..<5).map { Targets.activity("a.star\($0)", "Star \($0)") }
        for index in starred.indices { starred[index].starred = true }
        let stars = (0..<4).map { "a.star\($0)" }
        let four = Targets.showing(starred + Self.activities, Self.numbered(4))
        #expect(Self.names(four) == stars + ["Room 0", "Room 1", "Room 2", "Room 3"])
        let five = Targets.showing(starred + Self.activities, Self.numbered(5))
        #expect(Self.names(five) == stars + ["Room 0", "Room 1", "Room 2", "more " + Targets.device])
        #expect(Targets.showing(Self.activities, Self.numbered(32)).quickAccess.tiles.count == 8)
    }

    @Test("A row that is painted and full takes no more, however much room its last line has")
    func full() {
        var state = Targets.showing(Self.activities, Self.numbered(7), isFinal: false)
        _ = state.apply(.painted(room: 2), .targets(1, .init(targets: Self.numbered(12), final: true)))
        #expect(state.quickAccess.tiles.count == 8)
    }

    @Test(
        "A device with several ways is one tile; a press uses the first way, reachable or not"
    )
    func merged() {
        let other = Targets.target("b", "Pixel 9", kind: "phone", by: Targets.bluetooth)
        var state = Targets.showing(Self.activities, [Targets.phone.or(other)], isFinal: false)
        #expect(Self.names(state) == ["Pixel 9"])
        var away = Targets.phone
        away.reachable = false
        _ = state.apply(.painted(room: 3), .targets(1, .init(targets: [away.or(other)], final: true)))
        #expect(Self.names(state) == ["(Pixel 9)"])
        guard case .target(let tile)? = state.quickAccess.tiles.first else { return #expect(Bool(false)) }
        #expect(tile.way == away && !tile.isReachable, "A press leads nowhere else.")
        #expect(tile.otherWays == [other])
        _ = state.apply(
            .chooseTarget(away, activationToken: nil),
            .targets(1, .init(targets: [away.or(other)], final: false)))
        #expect(state.targetNotice == "“Pixel 9” cannot be reached now.")
        _ = state.apply(.targets(1, .init(targets: [Targets.phone.or(other)], final: true)))
        #expect(state.targetNotice == nil)
        let effects = state.apply(.chooseTarget(other, activationToken: nil))
        guard case .perform(let request)? = effects.first else { return #expect(Bool(false), "\(effects)") }
        #expect(request.identifier == Targets.bluetooth)
        #expect(request.answers == ["device": "b"])
    }

    @Test("A value that has become another thing's leads there no more")
    func renamed() {
        let rooms = [Targets.target("0", "Living Room"), Targets.target("1", "Bedroom")]
        var state = Targets.showing(Self.activities, rooms, isFinal: false)
        let changed = [Targets.target("0", "Bedroom"), Targets.target("1", "Living Room")]
        _ = state.apply(.painted(room: 2), .targets(1, .init(targets: changed, final: true)))
        #expect(Self.names(state) == ["(Living Room)", "(Bedroom)"])
        _ = state.apply(.chooseTarget(rooms[0], activationToken: nil))
        #expect(state.page == .activities && state.targetNotice == "“Living Room” cannot be reached now.")
    }

    @Test("A way that is found later joins its tile")
    func joins() {
        let other = Targets.target("b", "Pixel 9", kind: "phone", by: Targets.bluetooth)
        var state = Targets.showing(Self.activities, [Targets.phone], isFinal: false)
        _ = state.apply(
            .painted(room: 3), .targets(1, .init(targets: [Targets.phone.or(other)], final: true)))
        guard case .target(let tile)? = state.quickAccess.tiles.first else { return #expect(Bool(false)) }
        #expect(tile.ways == [Targets.phone, other])
        #expect(state.quickAccess.tiles.count == 1)
    }

    @Test(
        "People of one name are tiles of their own", arguments: ["person", "group", "place", "program", nil])
    func namesakes(kind: String?) {
        let annas = [
            Targets.target("a", "Anna", kind: kind),
            Targets.target("a", "Anna", kind: kind, by: Targets.bluetooth),
        ]
        #expect(Self.names(Targets.showing(Self.activities, annas)) == ["Anna", "Anna"])
    }

    @Test("Another of a name that stands in the row waits for the next sheet")
    func lateNamesake() {
        let anna = Targets.target("a", "Anna", kind: "person")
        let other = Targets.target("b", "Anna", kind: "person", by: Targets.bluetooth)
        var state = Targets.showing(Self.activities, [anna], isFinal: false)
        _ = state.apply(.painted(room: 3), .targets(1, .init(targets: [anna, other], final: true)))
        #expect(Self.names(state) == ["Anna"])
    }

    @Test("Things of one name that an activity tells apart, or of other kinds, are tiles of their own")
    func apart() {
        let twins = [
            Targets.phone, Targets.target("other", "Pixel 9", kind: "phone"),
            Targets.target("c", "Pixel 9", kind: "tablet", by: Targets.bluetooth),
        ]
        #expect(Self.names(Targets.showing(Self.activities, twins)).count == 3)
    }

    @Test("A thing that a program marks is not the one of that name")
    func marked() {
        var strange = Targets.target("b", "Pixel 9", by: Targets.bluetooth)
        strange.detail = "not paired"
        let state = Targets.showing(Self.activities, [Targets.phone, strange])
        #expect(state.quickAccess.tiles.count == 2)
    }

    @Test("Tiles are told apart by the bytes of their targets")
    func bytes() {
        let twins = [Targets.target("\u{E9}", "One"), Targets.target("e\u{301}", "Two")]
        let keys = Targets.showing(Self.activities, twins).quickAccess.tiles.map(\.key)
        #expect(Set(keys).count == 2)
    }

    @Test("A label is shown as a name is; one of which nothing can be seen is left out")
    func labels() {
        let labels = ["gnp\u{202E}exe", "One\nand\tTwo", "\u{200B}", String(repeating: "W", count: 900)]
        let targets = labels.enumerated().map { Targets.target("\($0)", $1) }
        let names = Self.names(Targets.showing(Self.activities, targets))
        #expect(names == ["gnpexe", "One and Two", String(repeating: "W", count: 256)])
    }

    @Test("A target of what is not listed is not shown, and cannot be pressed")
    func unlisted() {
        let other = Targets.target("b", "Pixel 9", by: "org.example.other")
        var state = Targets.showing(Self.activities, [other])
        #expect(Self.names(state).isEmpty)
        #expect(state.apply(.chooseTarget(other, activationToken: nil)) == [])
    }

    @Test("An item that is taken out lets the row change with the list; an answer for what was there is late")
    func removing() {
        var state = Targets.showing(Self.activities, [Targets.phone], items: [Sheets.photo, Sheets.note])
        _ = state.apply(.painted(room: 3), .showItems(true))
        let asked = SheetEffect.targets(2, .init(content: [Sheets.note]), searching: false)
        #expect(state.apply(.removeItem(0)).first == asked)
        _ = state.apply(
            .listed(2, .success(Sheets.reply([Self.activities[1]]))),
            .targets(1, .init(targets: [Targets.phone], final: true)))
        #expect(Self.names(state).isEmpty)
        let other = Targets.target("b", "Pixel 9", by: Targets.bluetooth)
        _ = state.apply(.targets(2, .init(targets: [other], final: true)))
        #expect(Self.names(state) == ["Pixel 9"])
    }
}

enum Targets {
    static let device = "io.activityd.device"
    static let bluetooth = "io.activityd.bluetooth"
    static let phone = target("pixel", "Pixel 9", kind: "phone")

    static func target(
        _ value: String, _ label: String, kind: String? = nil, by identifier: String = device,
        isReachable: Bool = true
    ) -> Sheet.Target {
        Sheet.Target(
            identifier: identifier, field: "device", value: value, label: label, kind: kind,
            reachable: isReachable,
            title: "Send to Device")
    }

    static func activity(_ identifier: String, _ title: String) -> Sheet.Activity {
        Sheet.Activity(
            identifier: identifier, title: title, source: .system, category: .share,
            form: [Sheet.Field(id: "device", label: "Device", type: .choice, required: true, live: true)])
    }

    /// A sheet with these activities and targets that has not been painted.
    static func showing(
        _ activities: [Sheet.Activity], _ targets: [Sheet.Target], isFinal: Bool = true,
        items: [Item] = [Sheets.photo]
    ) -> SheetState {
        var state = Sheets.listing(activities, items: items)
        _ = state.apply(.targets(1, .init(targets: targets, final: isFinal)))
        return state
    }
}

extension Sheet.Target {
    /// The same target with a second way to reach it.
    func or(_ other: Sheet.Target) -> Sheet.Target {
        var target = self
        target.ways = [
            Sheet.Way(
                identifier: other.identifier, field: other.field, value: other.value,
                reachable: other.reachable,
                title: other.title, iconDigest: other.iconDigest)
        ]
        return target
    }
}
