// SPDX-License-Identifier: Apache-2.0
//
// The presses that a person meant for the visible page.
//
// Any program can open a sheet at any time, and the sheet takes the keyboard from the window that the person
// was typing in. So a press that performs counts only once the page has been quiet: painted, in an active
// window, and without a press for half a second. An earlier press is dropped, and the quiet time restarts. A
// key performs once between its press and its release, so holding it performs nothing again.
//
// People pause while they write, so quiet alone does not show that they look at the page. A page of tiles
// starts with no tile chosen; an arrow or Tab turns to it, and after the first one the page has to become
// quiet once more. From then on it accepts presses at any speed, until the page changes or the window loses
// the focus. On a page that the person has turned to, letters choose tiles, but they may still be a word for
// another window: the first Enter or Space after letters, or after other text, confirms the choice, and the
// next one, half a second later, performs it.
//
// The rule is a value without a clock: `PressGuard` restarts the timer whenever `times` grows.

import CGtk4

struct PressRule: Hashable {
    /// Time without a press after which a page is quiet.
    static let quietTime = Duration.milliseconds(500)

    enum Key: Hashable {
        /// A modifier: counts at once, and does not show that the person sees the page.
        case modifies
        /// Moves the focus and does nothing else: counts at once.
        case moves
        /// Leaves the current page: counts at once, and once between its press and its release.
        case leaves
        /// Text for the focused entry: counts at once.
        case types
        /// Jumps to the title that begins with the letter, but may belong to a word for another window.
        case seeks
        /// Belongs to text for another window, such as a comma or Backspace: counts, but does nothing here.
        case writes
        /// Presses the focused widget.
        case performs
    }

    enum Effect: Hashable {
        case counts, dropped
        /// Confirms the tile that letters have chosen, and does nothing else.
        case confirms
    }

    private(set) var isActive = false
    /// Number of quiet periods begun; `becomeQuiet` is due at the end of the latest.
    private(set) var times = 0
    private var isQuiet = false
    /// Whether the person has turned to the page by a click, an arrow, Tab or text for an entry.
    private var isTurnedTo = false
    /// Whether the person has typed since choosing the focused tile, without confirming it.
    private var isSought = false
    /// Whether the page has changed since the last key.
    private var hasTurned = false
    /// Hardware codes of the keys that are down.
    private var down: Set<UInt32> = []

    var waits: Bool { isActive && !isQuiet }

    /// The window has become active; `down` are the keys pressed while another window had the focus.
    mutating func activate(down: Set<UInt32>) {
        (isActive, self.down) = (true, down)
        pageChanged()
    }

    mutating func deactivate() {
        (isActive, down) = (false, [])
        pageChanged()
    }

    mutating func pageChanged() {
        (isTurnedTo, isSought, hasTurned) = (false, false, true)
        restartQuiet()
    }

    private mutating func restartQuiet() { (isQuiet, times) = (false, times + 1) }

    mutating func becomeQuiet() { if waits { isQuiet = true } }

    mutating func press(_ code: UInt32, _ key: Key) -> Effect {
        let isRepeated = !down.insert(code).inserted
        hasTurned = false
        switch key {
        case .types where isQuiet: isTurnedTo = true
        case .modifies, .types, .leaves: if !isTurnedTo, !isQuiet { restartQuiet() }
        case .seeks, .writes:
            // A word that continues after an arrow does not restart the quiet time.
            if !isTurnedTo || !isQuiet { restartQuiet() }
            isSought = isTurnedTo
        case .moves:
            if !isTurnedTo { restartQuiet() }
            (isTurnedTo, isSought) = (true, false)
        case .performs: return perform(isRepeated: isRepeated)
        }
        return key == .seeks && !isTurnedTo || key == .leaves && isRepeated ? .dropped : .counts
    }

    private mutating func perform(isRepeated: Bool) -> Effect {
        guard isQuiet, !isRepeated else {
            restartQuiet()
            return .dropped
        }
        if isSought {
            // Sentences end with two spaces, and paragraphs with two line breaks.
            isSought = false
            restartQuiet()
            return .confirms
        }
        // The next press counts at once only if the person has turned to the page.
        if !isTurnedTo { restartQuiet() }
        return .counts
    }

    /// The last counted key arrives again without a release, because an input method held it back.
    ///
    /// - Returns: whether the press still counts.
    func pressAgain(_ key: Key) -> Bool { key != .performs || !hasTurned }

    mutating func release(_ code: UInt32) { down.remove(code) }

    /// A press of a pointer button or a finger.
    ///
    /// - Returns: whether the press counts.
    mutating func press() -> Bool {
        guard isQuiet else {
            restartQuiet()
            return false
        }
        (isTurnedTo, isSought) = (true, false)
        return true
    }
}

extension PressRule.Key {
    private static let enterKeys: Set<Int32> = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_ISO_Enter]
    private static let movementKeys: Set<Int32> = [
        GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_Home, GDK_KEY_End, GDK_KEY_Page_Up,
        GDK_KEY_Page_Down, GDK_KEY_KP_Left, GDK_KEY_KP_Right, GDK_KEY_KP_Up, GDK_KEY_KP_Down, GDK_KEY_KP_Home,
        GDK_KEY_KP_End, GDK_KEY_KP_Page_Up, GDK_KEY_KP_Page_Down, GDK_KEY_Tab, GDK_KEY_KP_Tab,
        GDK_KEY_ISO_Left_Tab,
    ]
    private static let activationKeys = enterKeys.union([GDK_KEY_space, GDK_KEY_KP_Space])

    static func moves(by symbol: UInt32) -> Bool { movementKeys.contains(Int32(bitPattern: symbol)) }

    /// The kind of a key, given the focused text widget. With Alt, an arrow moves the row itself; a letter
    /// with Control or Alt is a command, and counts as a modifier.
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
            } else if Self.movementKeys.contains(symbol) {
                hasAlt ? .performs : .moves
            } else if symbol == GDK_KEY_Escape {
                .leaves
            } else if field == .lines || field == .line && !Self.enterKeys.contains(symbol) {
                .types
            } else if Self.activationKeys.contains(symbol) {
                .performs
            } else if Unicode.Scalar(writtenBy: UInt32(bitPattern: symbol)) == nil {
                .writes
            } else {
                hasAlt || hasControl ? .modifies : .seeks
            }
    }
}

/// A text widget. Enter submits a single line, and starts a new one in several.
enum TextWidget { case line, lines }
