// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import CGtk4
import ContentSelection
import SessionBus
import SheetSession
import StrictJSON

/// The cell of one target: its icon, or a symbol of its kind, on a tile, with its activity's icon as a badge,
/// and its label below. The cell that leads to more targets looks the same.
final class TargetButton: GridCell {
    private static let iconSize: Int32 = 28
    private static let badge = 14.0
    /// Space between two names, in points.
    private static let gap = 6.0

    private let badge: ActivityImage
    private let actions: QuickAccessRow.Actions
    private var tile: QuickAccess.Tile
    private var face: Face
    private var menu: TargetMenu?
    private var quiet: Source?

    init?(
        _ tile: QuickAccess.Tile, _ state: SheetState, subtitle: String?, _ actions: QuickAccessRow.Actions
    ) {
        let face = Face(tile, state)
        guard let frame = Widget.box(GTK_ORIENTATION_HORIZONTAL, class: "tile"),
            let sign = Widget.symbolicIcon(
                Widget.icon(first: face.iconNames, else: "document-send-symbolic"), size: Self.iconSize),
            let badge = ActivityImage(class: "badge", size: Self.badge),
            let overlay: Widget = gtk_overlay_new()
        else { return nil }
        (self.badge, self.actions, self.tile, self.face) = (badge, actions, tile, face)
        gtk_widget_set_hexpand(sign, 1)
        gtk_widget_set_halign(sign, GTK_ALIGN_CENTER)
        frame.append(sign)
        gtk_widget_set_halign(frame, GTK_ALIGN_CENTER)
        gtk_overlay_set_child(overlay.opaque, frame)
        gtk_widget_set_halign(badge.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(badge.widget, GTK_ALIGN_END)
        gtk_overlay_add_overlay(overlay.opaque, badge.widget)
        gtk_widget_set_halign(overlay, GTK_ALIGN_CENTER)
        overlay.add(class: "badged")
        overlay.set(role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
        super.init(tile.key, face.label, small: subtitle, overlay)
        widget.signals.on("clicked") { [weak self] in self?.press() }
        listenForMenu()
        showFace()
    }

    /// The activity that a press starts, then those of the other ways.
    override var identifiers: [String] { face.identifiers }

    override var isDimmed: Bool { face.isAway }

    override func fitted(_ width: Double, _ measure: (Substring) -> Double) -> TitleFit {
        // Full lines side by side would read as one.
        TitleFit.name(name, width: width - Self.gap, measure: measure)
    }

    override func show(_ state: SheetState) {
        if let now = state.quickAccess.tiles.first(where: { $0.key == key }), now != tile {
            (tile, face) = (now, Face(now, state))
            showFace()
        }
        badge.show(identifiers.first.flatMap { state.icons[$0] })
    }

    private func showFace() {
        widget.set(name: face.name)
        widget.set(description: face.description)
        widget.set(class: "away", face.isAway)
        widget.set(hasMenu: identifiers.count > 1)
    }

    /// Ignores presses for a while, because the tile may have appeared under a pointer about to press.
    func waitForQuiet() {
        gtk_widget_set_can_target(widget, 0)
        let widget = widget
        quiet = Source(after: PressRule.quietTime) { gtk_widget_set_can_target(widget, 1) }
        widget.signals.on("destroy") { [weak self] in self?.quiet = nil }
    }

    private func press() {
        switch tile {
        case .target(let target): actions.chooseTarget(target.way)
        case .more(let identifier): actions.choose(identifier)
        case .activity: break
        }
    }

    // MARK: - The menu of other ways

    /// Opens the menu by the secondary button, a long touch, and the keys that open menus.
    private func listenForMenu() {
        if let events = gtk_event_controller_legacy_new() {
            gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
            SignalSource(events).on(event: "event") { [weak self] event in
                gdk_event_triggers_context_menu(event) != 0 && self?.openMenu() == true
            }
            gtk_widget_add_controller(widget, events)
        }
        if let finger = gtk_gesture_long_press_new() {
            gtk_gesture_single_set_touch_only(finger, 1)
            SignalSource(finger).on(place: "pressed") { [weak self] _, _ in
                // The finger must not press the tile too.
                if self?.openMenu() == true { gtk_gesture_set_state(finger, GTK_EVENT_SEQUENCE_CLAIMED) }
            }
            gtk_widget_add_controller(widget, finger)
        }
        widget.onKey { [weak self] key, modifiers in
            let isMenu =
                key == UInt32(GDK_KEY_Menu)
                || key == UInt32(GDK_KEY_F10) && modifiers.rawValue & GDK_SHIFT_MASK.rawValue != 0
            return isMenu && self?.openMenu() == true
        }
    }

    private func openMenu() -> Bool {
        guard case .target(let target) = tile, target.ways.count > 1 else { return false }
        menu = TargetMenu(target, on: widget, away: face.away) { [weak self] in
            self?.actions.chooseTarget($0)
        }
        actions.menuCame()
        return menu != nil
    }
}

extension TargetButton {
    private struct Face {
        let iconNames: [String]
        let label: String
        let name: String
        let description: String
        let isAway: Bool
        let away: String
        let identifiers: [String]

        init(_ tile: QuickAccess.Tile, _ state: SheetState) {
            let words = state.words.targets
            away = words.away
            switch tile {
            case .target(let target):
                iconNames = [target.way.icon].compactMap(\.self) + Widget.iconNames(of: target.kind)
                label = target.label
                isAway = !target.isReachable
                let parts = [label, target.kind.map(words.word(for:)), target.way.title, isAway ? away : nil]
                name = parts.compactMap(\.self).joined(separator: ", ")
                description = target.detail ?? ""
                identifiers = [target.way.identifier] + target.otherWays.map(\.identifier)
            case .more(let identifier), .activity(let identifier):
                iconNames = ["view-more-horizontal-symbolic"]
                (label, isAway, description) = (words.more, false, "")
                let title = state.activity(identifier)?.title
                name = [label, title].compactMap(\.self).joined(separator: ", ")
                identifiers = [identifier]
            }
        }
    }
}

extension Widget {
    /// Icon names for a kind, best first; each theme has at least one of them.
    static func iconNames(of kind: TargetKind?) -> [String] {
        switch kind {
        case .phone: ["phone-symbolic", "smartphone-symbolic"]
        case .tablet: ["tablet-symbolic", "pda-symbolic", "phone-symbolic"]
        case .computer: ["computer-symbolic", "computer-laptop-symbolic"]
        case .television: ["tv-symbolic", "video-display-symbolic"]
        case .speaker: ["audio-speakers-symbolic", "audio-card-symbolic"]
        case .person: ["avatar-default-symbolic", "user-info-symbolic"]
        case .group: ["system-users-symbolic", "avatar-default-symbolic"]
        case .place: ["mark-location-symbolic", "folder-remote-symbolic"]
        case .program: ["application-x-executable-symbolic"]
        case nil: []
        }
    }
}
