// SPDX-License-Identifier: Apache-2.0

import Glibc
import SessionBus
import SheetWindow
import StrictJSON

/// Opens sheets one after another in one process, as standard input requests.
///
/// Each line contains the arguments of the next page, as a JSON array. An empty array only closes the current
/// page and prints "closed": later output belongs to the next page.
final class Pages {
    private let desktop: Desktop
    private let end: () -> Void
    private var input: Source?
    private var sheet: GallerySheet?

    /// - Parameter end: called at the end of standard input.
    init(_ desktop: Desktop, end: @escaping () -> Void) {
        (self.desktop, self.end) = (desktop, end)
        input = Source(watching: 0, for: [.readable, .hungUp]) { [weak self] in self?.read() }
    }

    func close() {
        sheet?.window?.hide()
        sheet = nil
    }

    /// Reads one line. The test waits for its answer before it writes the next, so no second line is
    /// buffered.
    private func read() {
        guard let line = readLine() else { return end() }
        let words = Self.words(line)
        close()
        if words.isEmpty { GallerySheet.say("closed") } else { open(Arguments(words)) }
    }

    private static func words(_ line: String) -> [String] {
        guard case .array(let words) = try? JSON(parsing: Array(line.utf8)) else { return [] }
        return words.compactMap { word in
            if case .string(let text) = word { text } else { nil }
        }
    }

    private func open(_ arguments: Arguments) {
        guard let scene = Scene(arguments) else {
            return Gallery.fail("There is no page “\(arguments.page)”.")
        }
        sheet = GallerySheet(scene, desktop, onEnd: {})
        sheet?.open()
    }
}
