// SPDX-License-Identifier: Apache-2.0
//
// The presses that a person meant for what they see.
//
// Any program opens a sheet when it likes, and the sheet takes the keyboard from whatever the person was typing
// in. So a press that performs counts once the page that it falls on has been quiet: painted, in a window that
// is active, and without a press for half a second. A press that comes before is dropped, and the quiet begins
// anew. A key performs once between its press and its release, so a held one performs nothing again.
//
// People pause while they write, so the quiet alone does not say that they look at the page. A page of tiles comes
// with none of them chosen; an arrow or Tab turns to it, and after the first one the page has to become quiet once
// more. From then on it takes presses as fast as they come, until another page comes or the window loses the focus.
// Letters choose tiles on a page that the person has turned to, and may be a word for another window all the same: the
// first Enter or Space behind them, or behind whatever else is written, confirms what is chosen, and one that comes half
// a second later performs it.
//
// The rule is a value and knows no clock: `PressGuard` begins the time anew whenever `times` grows.

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
        /// Belongs to a line for another window, as a comma or the key that takes one back: it counts, and does nothing here.
        case writes
        /// Presses what has the focus.
        case performs
    }

    enum Effect: Hashable {
        case counts, dropped
        /// It says that what letters have chosen is what was meant, and does nothing else.
        case confirms
    }

    private(set) var isActive = false
    /// How often the time has begun at whose end `becomeQuiet` is due.
    private(set) var times = 0
    private var isQuiet = false
    /// Whether the person has turned to the page, by a click, an arrow, Tab or text for an entry.
    private var isTurnedTo = false
    /// Whether something was written since the person has chosen what has the focus, and nothing has confirmed it.
    private var isSought = false
    /// Whether another page has come since the last key.
    private var hasTurned = false
    /// Hardware codes of the keys that are down.
    private var down: Set<UInt32> = []

    /// Whether the time runs.
    var waits: Bool { isActive && !isQuiet }

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
    mutating func turn() {
        (isTurnedTo, isSought, hasTurned) = (false, false, true)
        beginAnew()
    }

    private mutating func beginAnew() { (isQuiet, times) = (false, times + 1) }

    mutating func becomeQuiet() { if waits { isQuiet = true } }

    mutating func press(_ code: UInt32, _ key: Key) -> Effect {
        let isRepeated = !down.insert(code).inserted
        hasTurned = false
        switch key {
        case .types where isQuiet: isTurnedTo = true
        case .modifies, .types, .leaves: if !isTurnedTo, !isQuiet { beginAnew() }
        case .seeks, .writes:
            // A word that goes on behind an arrow is no pause.
            if !isTurnedTo || !isQuiet { beginAnew() }
            isSought = isTurnedTo
        case .moves:
            if !isTurnedTo { beginAnew() }
            (isTurnedTo, isSought) = (true, false)
        case .performs: return perform(isRepeated: isRepeated)
        }
        return key == .seeks && !isTurnedTo || key == .leaves && isRepeated ? .dropped : .counts
    }

    private mutating func perform(isRepeated: Bool) -> Effect {
        guard isQuiet, !isRepeated else {
            beginAnew()
            return .dropped
        }
        if isSought {
            // Sentences end with two blanks, and paragraphs with two lines.
            isSought = false
            beginAnew()
            return .confirms
        }
        // The next one counts at once only where the person has turned to the page.
        if !isTurnedTo { beginAnew() }
        return .counts
    }

    /// The key that counted last comes once more, without having been released: an input method held it back.
    ///
    /// - Returns: whether the press still counts.
    func pressAgain(_ key: Key) -> Bool { key != .performs || !hasTurned }

    mutating func release(_ code: UInt32) { down.remove(code) }

    /// A pointer's button or a finger.
    ///
    /// - Returns: whether the press counts.
    mutating func press() -> Bool {
        guard isQuiet else {
            beginAnew()
            return false
        }
        (isTurnedTo, isSought) = (true, false)
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
    private static let pressing = entering.union([GDK_KEY_space, GDK_KEY_KP_Space])

    /// Whether a key goes on to somewhere else.
    static func moves(by symbol: UInt32) -> Bool { moving.contains(Int32(bitPattern: symbol)) }

    /// The effect of a key where the focus is. With Alt an arrow moves the thing itself; a letter with Control or Alt is a
    /// command, and says as little of the page as a modifier.
    init(
        _ symbol: UInt32, isModifier: Bool, hasAlt: Bool = false, hasControl: Bool = false,
        in field: TextWidget?
    ) {
        let symbol = Int32(bitPattern: symbol)
        let isMenu = symbol == GDK_KEY_Menu || symbol == GDK_KEY_F10
        self =
            if isModifier {
                .modifies
            } else if isMenu {
                .moves
            } else if Self.moving.contains(symbol) {
                hasAlt ? .performs : .moves
            } else if symbol == GDK_KEY_Escape {
                .leaves
            } else if field == .lines || field == .line && !Self.entering.contains(symbol) {
                .types
            } else if Self.pressing.contains(symbol) {
                .performs
            } else if Unicode.Scalar(writtenBy: UInt32(bitPattern: symbol)) == nil {
                .writes
            } else {
                hasAlt || hasControl ? .modifies : .seeks
            }
    }
}

/// A widget that takes text; Enter ends one line, and begins another where there are several.
enum TextWidget { case line, lines }
