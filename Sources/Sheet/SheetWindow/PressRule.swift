// SPDX-License-Identifier: Apache-2.0
//
// The presses that a person meant for what they see.
//
// Any program opens a sheet when it likes, and the sheet takes the keyboard from whatever the person was typing
// in. So a press that performs counts once the page that it falls on has been quiet: painted, in a window that
// is active, and without a press for half a second. A press that comes before is dropped, and the quiet begins
// anew.
//
// People pause while they write, so the quiet alone does not say that they look at the page. Until they have
// turned to it, by a click, an arrow, Tab or text for an entry, Enter and Space count only when no other key
// has come for that time: a word's letters may move the focus, and the space behind it is dropped. Once they have
// turned to it, the page takes presses as fast as they come, until another comes or the window loses the focus. A
// key performs once between its press and its release, so a held one performs nothing again.
//
// The rule is a value and knows no clock: `PressGuard` restarts the time whenever `waits` says so.

import CGtk4

struct PressRule: Hashable {
    /// Time without a press after which a page is quiet.
    static let quietTime = Duration.milliseconds(500)

    enum Key: Hashable {
        /// Changes what other keys mean: it counts at once, and says nothing of the page.
        case modifies
        /// Goes on to somewhere else, and does nothing: it counts at once.
        case moves
        /// Goes away from where the person is: it counts at once, and once between its press and its release.
        case leaves
        /// Is text for the entry that has the focus: it counts at once.
        case types
        /// Goes to the title that begins with it, and may as well belong to a word for another window.
        case seeks
        /// Presses what has the focus, or may.
        case performs
    }

    /// Which presses a page takes.
    private enum Page {
        /// None that performs.
        case restless
        /// The next one.
        case quiet
        /// Letters and clicks: the keys since it was quiet may be a line for another window.
        case writtenIn
        /// All: the person has turned to it.
        case turnedTo
    }

    private(set) var isActive = false
    private var page = Page.restless
    /// Whether another page has come since the last key.
    private var hasTurned = false
    /// Hardware codes of the keys that are down.
    private var down: Set<UInt32> = []

    /// Whether the time is to run, from now on, at whose end `becomeQuiet` is due.
    var waits: Bool { isActive && (page == .restless || page == .writtenIn) }

    /// The window has the focus; `down` are the keys that another window saw going down.
    mutating func activate(down: Set<UInt32>) {
        (isActive, self.down) = (true, down)
        turn()
    }

    mutating func deactivate() {
        (isActive, down) = (false, [])
        turn()
    }

    /// Another page has come.
    mutating func turn() { (page, hasTurned) = (.restless, true) }

    mutating func becomeQuiet() { if waits { page = .quiet } }

    /// - Returns: whether the press counts.
    mutating func press(_ code: UInt32, _ key: Key) -> Bool {
        let isRepeated = !down.insert(code).inserted
        hasTurned = false
        if key == .performs, isRepeated || page == .writtenIn { page = .restless }
        switch key {
        case .modifies: return true
        case .moves, .types, .leaves:
            if page == .quiet { page = .turnedTo }
            return key != .leaves || !isRepeated
        case .seeks, .performs:
            if page == .quiet { page = .writtenIn }
            return page != .restless
        }
    }

    /// The key that counted last comes once more, without having been released: an input method held it back.
    ///
    /// - Returns: whether the press still counts.
    func pressAgain(_ key: Key) -> Bool { key != .performs || page != .restless && !hasTurned }

    mutating func release(_ code: UInt32) { down.remove(code) }

    /// A pointer's button or a finger.
    ///
    /// - Returns: whether the press counts.
    mutating func press() -> Bool {
        guard page != .restless else { return false }
        page = .turnedTo
        return true
    }
}

extension PressRule.Key {
    private static let entering: Set<Int32> = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter]
    private static let moving: Set<Int32> = [
        GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Page_Up,
        GDK_KEY_Page_Down, GDK_KEY_KP_Left, GDK_KEY_KP_Right, GDK_KEY_KP_Up, GDK_KEY_KP_Down, GDK_KEY_KP_Home,
        GDK_KEY_KP_End, GDK_KEY_KP_Page_Up, GDK_KEY_KP_Page_Down, GDK_KEY_Tab, GDK_KEY_KP_Tab,
        GDK_KEY_ISO_Left_Tab,
    ]

    /// The effect of a key where the focus is. With Alt an arrow moves the thing itself.
    init(_ symbol: UInt32, isModifier: Bool, hasAlt: Bool = false, in field: TextWidget?) {
        let symbol = Int32(bitPattern: symbol)
        self =
            if isModifier {
                .modifies
            } else if Self.moving.contains(symbol) {
                hasAlt ? .performs : .moves
            } else if symbol == GDK_KEY_Escape {
                .leaves
            } else if field == .lines || field == .line && !Self.entering.contains(symbol) {
                .types
            } else if Unicode.Scalar(writtenBy: UInt32(bitPattern: symbol)) != nil {
                .seeks
            } else {
                .performs
            }
    }
}

/// A widget that takes text; Enter ends one line, and begins another where there are several.
enum TextWidget { case line, lines }
