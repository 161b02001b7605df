// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGtk4

/// Keyboard navigation: arrows cross all groups, and a letter or digit goes to the next title that begins
/// with it. Enter and Space press, as everywhere.
extension ActivityGrid {
    func press(_ key: UInt32, _ modifiers: GdkModifierType) -> Bool {
        guard let cell = focused else { return false }
        switch Int32(key) {
        case GDK_KEY_Left, GDK_KEY_KP_Left: return move(from: cell, along: isMirrored ? 1 : -1)
        case GDK_KEY_Right, GDK_KEY_KP_Right: return move(from: cell, along: isMirrored ? -1 : 1)
        case GDK_KEY_Up, GDK_KEY_KP_Up: return move(from: cell, down: -1)
        case GDK_KEY_Down, GDK_KEY_KP_Down: return move(from: cell, down: 1)
        case GDK_KEY_Home, GDK_KEY_KP_Home: return focus(buttons.first)
        case GDK_KEY_End, GDK_KEY_KP_End: return focus(buttons.last)
        default: return jump(to: key, modifiers, from: cell)
        }
    }

    /// Whether a menu that a cell has opened has the focus.
    var hasMenu: Bool { gtk_widget_get_focus_child(groups) != nil && focused == nil }

    private var focused: (row: Int, column: Int)? {
        for (row, buttons) in rows.enumerated() {
            if let column = buttons.firstIndex(where: { gtk_widget_has_focus($0.widget) != 0 }) {
                return (row, column)
            }
        }
        return nil
    }

    private func move(from cell: (row: Int, column: Int), along step: Int) -> Bool {
        let all = buttons
        let index = rows[..<cell.row].reduce(cell.column) { $0 + $1.count } + step
        return focus(all.indices.contains(index) ? all[index] : nil)
    }

    /// Moves to the same column of the row above or below, or to its last cell if it is shorter.
    private func move(from cell: (row: Int, column: Int), down step: Int) -> Bool {
        guard rows.indices.contains(cell.row + step) else { return true }
        let row = rows[cell.row + step]
        return focus(row[min(cell.column, row.count - 1)])
    }

    private func jump(
        to key: UInt32, _ modifiers: GdkModifierType, from cell: (row: Int, column: Int)
    ) -> Bool {
        let index = rows[..<cell.row].reduce(cell.column) { $0 + $1.count }
        let next = LetterKey.next(key, modifiers, in: buttons.map(\.name), after: index)
        return next.map { focus(buttons[$0]) } ?? false
    }

    /// Focuses a cell, and returns true; nil leaves the focus in place.
    private func focus(_ button: GridCell?) -> Bool {
        guard let button else { return true }
        current = button.key
        gtk_widget_grab_focus(button.widget)
        return true
    }
}

enum LetterKey {
    /// Index of the next title that begins with a key's letter or digit, or `index` if no other title does.
    ///
    /// - Returns: nil if the key has neither, or a modifier makes it a command.
    static func next(
        _ key: UInt32, _ modifiers: GdkModifierType, in titles: [String], after index: Int
    ) -> Int? {
        let commands = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard modifiers.rawValue & commands == 0, let written = Unicode.Scalar(writtenBy: key)
        else { return nil }
        let letter = TitleFolding.fold(String(written))
        let others = Array(titles.indices[(index + 1)...]) + Array(titles.indices[..<index])
        return others.first { TitleFolding.fold(titles[$0]).hasPrefix(letter) } ?? index
    }
}

extension Unicode.Scalar {
    init?(writtenBy key: UInt32) {
        self.init(gdk_keyval_to_unicode(key))
        guard properties.isAlphabetic || properties.numericType != nil else { return nil }
    }
}
