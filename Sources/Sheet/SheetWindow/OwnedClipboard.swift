// SPDX-License-Identifier: Apache-2.0
//
// A clipboard's owner serves its content itself, and Wayland accepts only the program with the keyboard focus
// as owner. The sheet is that program, and its service stays, so an activity leaves the formats in a folder
// and the sheet owns them all.

import ActivityModel
import CGtk4
import Glibc
import Host
import SessionBus
import SheetSession

/// The clipboard, with content that activities have left in folders (`clipboard` of Perform).
package final class OwnedClipboard: SheetClipboard {
    /// Time limit for reading a folder, whose files were just written. A hung disk must not keep the sheet
    /// open.
    private static let timeout = Duration.seconds(2)
    /// Folder below the cache folder; the activity Copy removes unlocked folders from it.
    private static let parent = "/activityd/clipboard/"

    private let clipboard: OpaquePointer
    private let cache: String
    private var content: CopiedFormats?
    private var watch: SignalConnection?
    /// Time limits of running reads, by read number.
    private var timers: [Int: Source] = [:]
    private var last = 0

    /// Returns nil without a clipboard or a cache folder.
    package init?(_ desktop: Desktop) {
        guard let clipboard = gdk_display_get_clipboard(desktop.display), let cache = Environment.cacheFolder
        else { return nil }
        (self.clipboard, self.cache) = (clipboard, cache)
        watch = SignalConnection(clipboard, "notify::local") { [weak self] in
            if self?.isOurs == false { self?.content = nil }
        }
    }

    package var isOurs: Bool { gdk_clipboard_is_local(clipboard) != 0 }

    package func newFolder() -> String? {
        cache + Self.parent + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    package func setClipboard(_ folder: String, _ then: @escaping () -> Void) {
        last += 1
        var (then, number): ((() -> Void)?, Int) = (then, last)
        let finish = { [weak self] in
            self?.timers[number] = nil
            then?()
            then = nil
        }
        timers[number] = Source(after: Self.timeout, finish)
        let isRunning = Errand.run {
            CopiedFormats(folder)
        } then: { [weak self] found in
            // Content that arrives too late would replace a newer copy of the person's.
            if let self, let found, then != nil, number == last { offer(found) }
            finish()
        }
        if !isRunning { finish() }
    }

    private func offer(_ formats: CopiedFormats) {
        var providers = formats.all.map { format in
            let bytes = g_bytes_new(format.bytes, gsize(format.bytes.count))
            defer { g_bytes_unref(bytes) }
            return gdk_content_provider_new_for_bytes(format.type, bytes)
        }
        guard let union = gdk_content_provider_new_union(&providers, gsize(providers.count)) else { return }
        content = formats
        gdk_clipboard_set_content(clipboard, union)
        g_object_unref(UnsafeMutableRawPointer(union))
    }
}

/// The clipboard's content by MIME type, and the folder with copies of the files that it refers to. The
/// folder is removed with this object.
private final class CopiedFormats: Sendable {
    /// Maximum bytes of all formats: a picture in full colour, 64 million pixels large.
    private static let maximumBytes = 256 << 20
    private static let maximumFormats = 64

    let all: [(type: String, bytes: [UInt8])]
    private let folder: String
    /// Lock that marks the folder as in use.
    private let lock: Descriptor

    /// Locks the folder and reads the formats, each a file `formats/TYPE/SUBTYPE`; nil if there are none, or
    /// if the folder is missing or locked.
    init?(_ folder: String) {
        guard let lock = Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)),
            flock(lock.number, LOCK_EX | LOCK_NB) == 0,
            let all = try? Self.read(folder + "/formats"), !all.isEmpty
        else { return nil }
        (self.folder, self.lock, self.all) = (folder, lock, all)
    }

    deinit {
        _ = Errand.run { [folder] in
            try? Remover().discard(folder)
        } then: {
        }
    }

    /// Reads the formats, and skips those that are unreadable, misnamed, too large or too many.
    private static func read(_ folder: String) throws(StorageError) -> [(type: String, bytes: [UInt8])] {
        var all: [(type: String, bytes: [UInt8])] = []
        var room = maximumBytes
        for type in try Folder(opening: folder).names() {
            for subtype in (try? Folder(opening: folder + "/" + type).names()) ?? [] {
                let name = type + "/" + subtype
                guard all.count < maximumFormats, ContentType(name) != nil,
                    let bytes = try? AtomicFile.read(folder + "/" + name, limit: room)
                else { continue }
                room -= bytes.count
                all.append((name, bytes))
            }
        }
        return all
    }
}
