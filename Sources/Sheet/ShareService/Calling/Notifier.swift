// SPDX-License-Identifier: Apache-2.0

import CGIO
package import SessionBus
package import SheetSession

/// Tells the person what no window shows (Desktop Notifications Specification). Where nothing shows
/// notifications, nothing is told.
package final class Notifier {
    private static let service = BusAddress(
        name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications")
    private static let files = BusAddress(
        name: "org.freedesktop.FileManager1", path: "/org/freedesktop/FileManager1",
        interface: "org.freedesktop.FileManager1")
    /// The installed one, by which desktops find name and icon, and let its windows come to the front.
    private static let desktopEntry = "io.activityd.Share"
    /// The key of the action that opens what was made.
    private static let show = "show"

    private let connection: BusConnection
    /// The URI that Show opens, by the notification's number, for as long as the notification stands.
    private var shown: [UInt32: String] = [:]
    /// The token that lets the opened window come to the front; it arrives before the press.
    private var activationTokens: [UInt32: String] = [:]
    private var watches: [SignalWatch] = []
    private var server: PeerWatch?

    package init(_ connection: BusConnection) {
        self.connection = connection
        server = PeerWatch(connection, Self.service.name) { [weak self] in self?.shown = [:] }
        watches = [
            SignalWatch(connection, "ActivationToken", of: Self.service) { [weak self] in
                self?.allowed($0)
            },
            SignalWatch(connection, "ActionInvoked", of: Self.service) { [weak self] in self?.invoked($0) },
            SignalWatch(connection, "NotificationClosed", of: Self.service) { [weak self] in
                self?.closed($0)
            },
        ]
    }

    /// Calls without an answer.
    private var calls = 0

    /// Whether a notification is under way, or stands and can still be pressed.
    package var isWaiting: Bool { calls > 0 || !shown.isEmpty }

    /// - Parameter show: the word on its button; nil for none, where this process will be gone.
    package func notify(_ notice: SheetNotice, show: String?) {
        let shows = show == nil ? nil : notice.shows
        let actions = shows == nil ? [] : [Self.show, show ?? ""]
        calls += 1
        let body = Variant.tuple(
            Variant.text("activity-sheet"), g_variant_new_uint32(0),
            Variant.text("document-send-symbolic"), Variant.text(notice.title),
            Variant.text(escaped(notice.body ?? "")), Variant.texts(actions),
            Variant.dictionary([("desktop-entry", Variant.text(Self.desktopEntry))]),
            g_variant_new_int32(-1))
        connection.call("Notify", of: Self.service, body, type: "(u)") { [weak self] reply in
            self?.calls -= 1
            if let number = reply?[0]?.unsigned, let shows { self?.shown[number] = shows }
        }
    }

    private func allowed(_ signal: Variant) {
        guard signal.isOf(type: "(us)"), let number = signal[0]?.unsigned, shown[number] != nil else {
            return
        }
        activationTokens[number] = signal[1]?.string
    }

    private func invoked(_ signal: Variant) {
        guard signal.isOf(type: "(us)"), let number = signal[0]?.unsigned,
            signal[1]?.string == Self.show, let uri = shown.removeValue(forKey: number)
        else { return }
        let token = activationTokens.removeValue(forKey: number) ?? ""
        connection.call(
            "ShowItems", of: Self.files, Variant.tuple(Variant.texts([uri]), Variant.text(token)), type: "()"
        ) { _ in }
    }

    private func closed(_ signal: Variant) {
        guard signal.isOf(type: "(uu)"), let number = signal[0]?.unsigned else { return }
        (shown[number], activationTokens[number]) = (nil, nil)
    }

    /// Its server may take a body for markup.
    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
