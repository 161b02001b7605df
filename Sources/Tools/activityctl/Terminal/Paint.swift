// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Colour: only on terminals that are not dumb, and not if NO_COLOR is set (no-color.org).
struct Paint {
    enum Ink: String {
        case bold = "1"
        case dim = "2"
        case red = "1;31"
        case yellow = "1;33"
        case blue = "1;34"
    }

    let isOn: Bool

    init(isOn: Bool) {
        self.isOn = isOn
    }

    init(descriptor: CInt = STDOUT_FILENO) {
        isOn =
            Self.isTerminal(descriptor) && Environment.value("NO_COLOR") == nil
            && Environment.value("TERM") != "dumb"
    }

    func callAsFunction(_ ink: Ink, _ text: String) -> String {
        isOn ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
    }

    static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// Width of standard output's terminal, in cells; nil if it is not a terminal, or of unknown width.
    static var lineWidth: Int? { lineWidth(STDOUT_FILENO) }

    static func lineWidth(_ descriptor: CInt) -> Int? {
        var size = winsize()
        guard isTerminal(descriptor), ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }
}
