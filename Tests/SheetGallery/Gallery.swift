// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import SheetSession
import SheetWindow

/// Opens the sheet on one of its pages without a daemon, by events as a daemon's answers would cause them.
///
///     sheet-gallery PAGE [--locale LOCALE] [--compact] [--title TITLE]
///         [--asker APP | --unknown | --page ORIGIN BROWSER]
///         [--parent HANDLE] [--token TOKEN]
///         [--time | --again COUNT]
///     sheet-gallery --pages
///
/// With `--time` it prints when the first frame was painted, in milliseconds since the process began, and
/// ends. With `--again` it opens and closes COUNT sheets and prints the handlers and memory that remain. With
/// `--pages` it opens one page after another; see `Pages`.
@main
enum Gallery {
    static func main() {
        let arguments = Arguments(CommandLine.arguments.dropFirst())
        guard
            let desktop = Desktop(program: "sheet-gallery", hasBus: getenv("DBUS_SESSION_BUS_ADDRESS") != nil)
        else {
            return fail("There is no display.")
        }
        let loop = g_main_loop_new(nil, 0)
        if arguments.hasPages {
            let pages = Pages(desktop) { g_main_loop_quit(loop) }
            g_main_loop_run(loop)
            return pages.close()
        }
        guard let scene = Scene(arguments) else { return fail("There is no page “\(arguments.page)”.") }
        if let count = arguments.again {
            let rounds = Rounds(scene, desktop, count) { g_main_loop_quit(loop) }
            rounds.next()
            g_main_loop_run(loop)
            return
        }
        guard let sheet = GallerySheet(scene, desktop, onEnd: { g_main_loop_quit(loop) }) else {
            return fail("The sheet cannot be opened.")
        }
        if arguments.isTimed {
            sheet.window?.onFirstFrame {
                print(ProcessAge.milliseconds)
                g_main_loop_quit(loop)
            }
        }
        sheet.open()
        g_main_loop_run(loop)
    }

    static func fail(_ sentence: String) {
        print(sentence)
        exit(1)
    }
}

struct Arguments {
    var page = "grid"
    var locale: String?
    var isCompact = false
    var isTimed = false
    var hasPages = false
    var title: String?
    var asker: Asker?
    var token: String?
    var parent = ParentWindow.none
    var again: Int?

    init(_ words: some Collection<String>) {
        var words = Array(words)[...]
        while let word = words.popFirst() {
            switch word {
            case "--locale": locale = words.popFirst()
            case "--compact": isCompact = true
            case "--time": isTimed = true
            case "--pages": hasPages = true
            case "--title": title = words.popFirst()
            case "--asker": asker = words.popFirst().map { .app($0) }
            case "--unknown": asker = .unknown
            case "--page":
                let (origin, browser) = (words.popFirst(), words.popFirst())
                asker = origin.map { .page(origin: $0, browser: browser) }
            case "--token": token = words.popFirst()
            case "--parent": parent = words.popFirst().flatMap(ParentWindow.init(handle:)) ?? .none
            case "--again": again = words.popFirst().flatMap { Int($0) }
            default: page = word
            }
        }
    }
}

/// The time since this process started.
enum ProcessAge {
    static var milliseconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return (Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6) - start
    }

    /// Start of the process in milliseconds since boot: field 22 of stat, in ticks of 10 ms (proc(5)).
    private static var start: Double {
        guard let file = fopen("/proc/self/stat", "r") else { return 0 }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = fread(&bytes, 1, bytes.count, file)
        let rest = String(decoding: bytes[..<count], as: UTF8.self).split(separator: ")").last ?? ""
        let fields = rest.split(separator: " ")
        return fields.count > 19 ? (Double(fields[19]) ?? 0) * 10 : 0
    }
}
