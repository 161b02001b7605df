// SPDX-License-Identifier: Apache-2.0

import CGIO
package import ContentSelection
package import SessionBus
package import SheetSession

/// Notifies the person of results that no window shows (Desktop Notifications Specification). Does nothing
/// without a notification server.
package final class Notifier {
    private static let service = BusAddress(
        name: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
        interface: "org.freedesktop.Notifications")
    private static let files = BusAddress(
        name: "org.freedesktop.FileManager1", path: "/org/freedesktop/FileManager1",
        interface: "org.freedesktop.FileManager1")
    /// The installed desktop entry, by which desktops find name and icon. A notification that names it needs
    /// a sender that stays: GNOME removes the notification once its sender has left the bus. Plasma closes a
    /// notification that is not resident with its popup, and keeps no action in the history.
    private static let desktopEntry = "io.activityd.Share"
    /// Keys of the actions that show the new file: the button, and the notification itself. Every
    /// notification has the second: without it GNOME starts the sender's program on a press.
    private static let (show, press) = ("show", "default")

    private let connection: BusConnection
    /// Files that Show selects in the file manager, by notification number, as long as the notification
    /// exists.
    private var shown: [UInt32: String] = [:]
    /// Activation tokens for the file manager's window, by notification number; a token arrives before its
    /// ActionInvoked.
    private var activationTokens: [UInt32: String] = [:]
    private var watches: [SignalWatch] = []
    private var server: PeerWatch?

    package init(_ connection: BusConnection) {
        self.connection = connection
        server = PeerWatch(connection, Self.service.name) { [weak self] in
            self?.shown = [:]
            self?.activationTokens = [:]
        }
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

    /// Number of Notify calls without a reply.
    private var calls = 0

    /// Whether a Notify call is pending, or a notification can still be pressed.
    package var isWaiting: Bool { calls > 0 || !shown.isEmpty }

    /// - Parameter stays: whether this process will still run when the notification is pressed.
    package func notify(_ notice: SheetNotice, in words: Words, stays: Bool) {
        let shows = stays ? notice.shows : nil
        // The default action has no label, because Xfce would show a button for it.
        let actions = [Self.press, ""] + (shows == nil ? [] : [Self.show, words.show])
        let hints =
            shows == nil
            ? []
            : [
                (name: "desktop-entry", value: Variant.text(Self.desktopEntry)),
                (name: "resident", value: g_variant_new_boolean(1)),
            ]
        calls += 1
        let body = Variant.tuple(
            Variant.text(words.share), g_variant_new_uint32(0),
            Variant.text("document-send-symbolic"), Variant.text(notice.title),
            Variant.text(escaped(notice.body ?? "")), Variant.texts(actions),
            Variant.dictionary(hints), g_variant_new_int32(-1))
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
            [Self.show, Self.press].contains(signal[1]?.string), let uri = shown.removeValue(forKey: number)
        else { return }
        let token = activationTokens.removeValue(forKey: number) ?? ""
        connection.call(
            "ShowItems", of: Self.files, Variant.tuple(Variant.texts([uri]), Variant.text(token)), type: "()"
        ) { _ in }
        // A resident notification stays after a press.
        let notification = Variant.tuple(g_variant_new_uint32(number))
        connection.call("CloseNotification", of: Self.service, notification, type: "()") { _ in }
    }

    private func closed(_ signal: Variant) {
        guard signal.isOf(type: "(uu)"), let number = signal[0]?.unsigned else { return }
        (shown[number], activationTokens[number]) = (nil, nil)
    }

    /// Escapes a body, which the server may parse as markup.
    private func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}
