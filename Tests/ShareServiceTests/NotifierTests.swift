// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import ContentSelection
import SessionBus
import SheetSession
import TestSupport
import Testing

@testable import ShareService

struct NotifierTests {
    /// A desktop's notifications, and its file manager.
    private final class Desktop {
        private let client: BusClient
        private var objects: [BusObject] = []
        private(set) var calls: [String] = []

        init(_ bus: PrivateBus) throws {
            client = try bus.connect()
            let descriptions = [
                ("org.freedesktop.Notifications", "/org/freedesktop/Notifications", Self.notifications),
                ("org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", Self.files),
            ]
            for (name, path, description) in descriptions {
                objects.append(
                    try BusObject(client.asService, path, name, in: description) { [unowned self] call in
                        calls.append(String(cString: g_variant_print(call.arguments.pointer, 0)))
                        call.reply(call.member == "Notify" ? Variant.tuple(g_variant_new_uint32(7)) : nil)
                    })
            }
            var isOwned = false
            BusNames(client.asService, descriptions.map(\.0)).request { _ in isOwned = true
            }
            guard bus.turn(until: { isOwned }) else { throw PrivateBus.Failure(reason: "no names") }
        }

        func press(_ number: UInt32, _ action: String = "show", to peer: String) {
            emit("ActionInvoked", Variant.text(action), number, to: peer)
        }

        /// A signal of the notification's number and one thing more.
        func emit(_ signal: String, _ more: OpaquePointer?, _ number: UInt32 = 7, to peer: String) {
            client.asService.emit(
                signal, "org.freedesktop.Notifications", "/org/freedesktop/Notifications", to: peer,
                Variant.tuple(g_variant_new_uint32(number), more))
        }

        private static let notifications = """
            <node><interface name="org.freedesktop.Notifications"><method name="Notify">
            <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
            <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
            <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
            </method><method name="CloseNotification"><arg type="u"
                direction="in"/></method></interface></node>
            """
        private static let files = """
            <node><interface name="org.freedesktop.FileManager1"><method name="ShowItems">
            <arg type="as" direction="in"/><arg type="s" direction="in"/></method></interface></node>
            """
    }

    private static let notice = SheetNotice(
        title: "Save", body: "a<b>&c.png", shows: "file:///home/ada/a.png")

    @Test(arguments: ["show", "default"])
    func showOpensWhatWasMade(_ action: String) throws {
        try PrivateBus.run { bus in
            let desktop = try Desktop(bus)
            let client = try bus.connect()
            let notifier = Notifier(client.asService)
            notifier.notify(Self.notice, in: Words(LocaleTag("de")), stays: true)
            #expect(notifier.isWaiting)
            try #require(bus.turn { desktop.calls.count == 1 })
            #expect(desktop.calls[0].hasPrefix("('Teilen', "))
            let shown = "'Save', 'a&lt;b>&amp;c.png', ['default', '', 'show', 'Anzeigen']"
            #expect(desktop.calls[0].contains(shown))
            #expect(client.ping().isReply)
            desktop.press(8, action, to: client.name)
            desktop.press(7, "other", to: client.name)
            desktop.press(7, action, to: client.name)
            try #require(bus.turn { desktop.calls.count == 3 })
            #expect(desktop.calls[1...] == ["(['file:///home/ada/a.png'], '')", "(7,)"])
            #expect(!notifier.isWaiting)
        }
    }

    /// A notification that names its program would vanish with its sender; without an action a press would
    /// start the program.
    @Test(arguments: [(NotifierTests.notice, false), (SheetNotice(title: "Not shared"), true)])
    func whatOpensNothingOutlastsItsSender(_ notice: SheetNotice, _ stays: Bool) throws {
        try PrivateBus.run { bus in
            let desktop = try Desktop(bus)
            let client = try bus.connect()
            let notifier = Notifier(client.asService)
            notifier.notify(notice, in: Words(nil), stays: stays)
            try #require(bus.turn { !desktop.calls.isEmpty && !notifier.isWaiting })
            #expect(client.ping().isReply)
            #expect(desktop.calls[0].hasSuffix(", ['default', ''], {}, -1)"))
        }
    }

    @Test func showWorksAsLongAsTheNotificationStands() throws {
        try PrivateBus.run { bus in
            let desktop = try Desktop(bus)
            let client = try bus.connect()
            let notifier = Notifier(client.asService)
            notifier.notify(Self.notice, in: Words(nil), stays: true)
            try #require(bus.turn { desktop.calls.count == 1 })
            #expect(client.ping().isReply && notifier.isWaiting)
            desktop.emit("NotificationClosed", g_variant_new_uint32(2), to: client.name)
            #expect(bus.turn { !notifier.isWaiting })
            #expect(desktop.calls.count == 1)
        }
    }

    @Test func theServiceStaysWhileShowWorks() throws {
        var limits = ShareLimits()
        limits.idleTime = .zero
        try ServiceFixture.run(limits, notifies: true) { fixture in
            var (times, isHeld) = (0, true)
            fixture.isBusy = {
                times += 1
                return isHeld
            }
            let desktop = try Desktop(fixture.bus)
            fixture.notifier?.notify(Self.notice, in: Words(nil), stays: true)
            try #require(fixture.bus.turn { desktop.calls.count == 1 })
            (times, isHeld) = (0, false)
            #expect(fixture.bus.turn { times >= 2 })
            #expect(fixture.told == nil && !fixture.isIdle)
            desktop.emit("NotificationClosed", g_variant_new_uint32(2), to: fixture.serverName)
            #expect(fixture.bus.turn { fixture.isIdle })
        }
    }

    @Test func whatShowOpensMayComeToTheFront() throws {
        try PrivateBus.run { bus in
            let desktop = try Desktop(bus)
            let client = try bus.connect()
            let notifier = Notifier(client.asService)
            notifier.notify(Self.notice, in: Words(nil), stays: true)
            try #require(bus.turn { desktop.calls.count == 1 })
            #expect(desktop.calls[0].contains("'desktop-entry': <'io.activityd.Share'>"))
            #expect(desktop.calls[0].contains("'resident': <true>"))
            #expect(client.ping().isReply)
            desktop.emit("ActivationToken", Variant.text("token-1"), to: client.name)
            desktop.press(7, to: client.name)
            try #require(bus.turn { desktop.calls.count >= 2 })
            #expect(desktop.calls[1] == "(['file:///home/ada/a.png'], 'token-1')")
        }
    }

    @Test func showGoesWithWhatShowsTheNotifications() throws {
        try PrivateBus.run { bus in
            var desktop: Desktop? = try Desktop(bus)
            let client = try bus.connect()
            let notifier = Notifier(client.asService)
            notifier.notify(Self.notice, in: Words(nil), stays: true)
            try #require(bus.turn { desktop?.calls.count == 1 })
            #expect(client.ping().isReply && notifier.isWaiting)
            desktop = nil
            #expect(bus.turn { !notifier.isWaiting })
        }
    }

    @Test func whereNothingShowsNotificationsNothingWaits() throws {
        try PrivateBus.run { bus in
            let client = try bus.connect()
            let notifier = Notifier(client.asService)
            notifier.notify(Self.notice, in: Words(nil), stays: true)
            #expect(notifier.isWaiting)
            #expect(bus.turn { !notifier.isWaiting })
            #expect(client.ping().isReply)
        }
    }
}
