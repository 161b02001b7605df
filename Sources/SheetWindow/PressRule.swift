// SPDX-License-Identifier: Apache-2.0
//
// The presses that a person meant for what they see.
//
// Any program opens a sheet when it likes, and the sheet takes the keyboard from whatever the person was typing
// in. So a press that performs counts once the page that it falls on has been quiet: painted, in a window that
// is active, and without a press for half a second. A press that comes before is dropped, and the quiet begins
// anew; once it was quiet, the page stays so until another comes or the window loses the focus. A key performs
// once between its press and its release, so a held one performs nothing again.
//
// The rule is a value and knows no clock: `PressGuard` restarts the time whenever `waits` says so.

import CGtk4

struct PressRule: Hashable {
    /// Time without a press after which a page is quiet.
    static let quietTime = Duration.milliseconds(500)

    enum Key: Hashable {
        /// Goes on to somewhere else, or away, and does nothing: it counts at once.
        case moves
        /// Is text for the entry that has the focus: it counts at once.
        case types
        /// Presses what has the focus, or may.
        case performs
    }

    private(set) var isActive = false
    private(set) var isQuiet = false
    /// Hardware codes of the keys that are down.
    private var down: Set<UInt32> = []

    /// Whether the time is to run, from now on, at whose end `becomeQuiet` is due.
    var waits: Bool { isActive && !isQuiet }

    /// The window has the focus; `down` are the keys that another window saw going down.
    mutating func activate(down: Set<UInt32>) {
        (isActive, isQuiet, self.down) = (true, false, down)
    }

    mutating func deactivate() {
        (isActive, isQuiet, down) = (false, false, [])
    }

    /// Another page has come.
    mutating func turn() { isQuiet = false }

    mutating func becomeQuiet() { isQuiet = isActive }

    /// - Returns: whether the press counts.
    mutating func press(_ code: UInt32, _ key: Key) -> Bool {
        let isRepeated = !down.insert(code).inserted
        if isRepeated, key == .performs { isQuiet = false }
        return isQuiet || key != .performs
    }

    mutating func release(_ code: UInt32) { down.remove(code) }

    /// A pointer's button or a finger.
    ///
    /// - Returns: whether the press counts.
    func press() -> Bool { isQuiet }
}

extension PressRule.Key {
    private static let entering: Set<Int32> = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter]
    private static let moving: Set<Int32> = [
        GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Page_Up,
        GDK_KEY_Page_Down, GDK_KEY_KP_Left, GDK_KEY_KP_Right, GDK_KEY_KP_Up, GDK_KEY_KP_Down, GDK_KEY_KP_Home,
        GDK_KEY_KP_End, GDK_KEY_KP_Page_Up, GDK_KEY_KP_Page_Down, GDK_KEY_Tab, GDK_KEY_KP_Tab,
        GDK_KEY_ISO_Left_Tab, GDK_KEY_Escape,
    ]

    /// The effect of a key where the focus is.
    init(_ symbol: UInt32, isModifier: Bool, in field: TextWidget?) {
        let symbol = Int32(bitPattern: symbol)
        self =
            if isModifier || Self.moving.contains(symbol) {
                .moves
            } else if field == .lines || field == .line && !Self.entering.contains(symbol) {
                .types
            } else {
                .performs
            }
    }
}

/// A widget that takes text; Enter ends one line, and begins another where there are several.
enum TextWidget { case line, lines }
