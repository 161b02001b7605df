// SPDX-License-Identifier: Apache-2.0
//
// A clipboard's owner hands its content out itself, and Wayland makes only the program with the keyboard its owner. The sheet is
// that program, and its service stays, so an activity leaves the formats in a folder and the sheet owns them all.

import ActivityModel
import CGtk4
import Glibc
import Host
import SessionBus
import SheetSession

/// The clipboard, with the content that activities have left in folders (`clipboard` of Perform).
package final class OwnedClipboard: SheetClipboard {
    /// A folder's files were written just before. A disk that hangs must not keep the sheet open.
    private static let patience = Duration.seconds(2)
    /// Beneath the cache folder; the activity Copy removes those that nothing locks.
    private static let parent = "/activityd/clipboard/"

    private let clipboard: OpaquePointer
    private let cache: String
    /// The content that others can paste.
    private var content: CopiedFormats?
    private var watch: SignalConnection?
    /// The time that each read has, by its number.
    private var timers: [Int: Source] = [:]
    private var last = 0

    /// - Returns: nil for a person without a home.
    package init?(_ desktop: Desktop) {
        guard let clipboard = gdk_display_get_clipboard(desktop.display), let cache = Environment.cacheFolder
        else { return nil }
        (self.clipboard, self.cache) = (clipboard, cache)
        watch = SignalConnection(clipboard, "notify::local") { [weak self] in
            if self?.isOurs == false { self?.content = nil }
        }
    }

    /// Whether no other program has copied something since.
    package var isOurs: Bool { gdk_clipboard_is_local(clipboard) != 0 }

    package func newFolder() -> String? {
        cache + Self.parent + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    package func take(_ folder: String, _ then: @escaping () -> Void) {
        last += 1
        var (then, number): ((() -> Void)?, Int) = (then, last)
        let finish = { [weak self] in
            self?.timers[number] = nil
            then?()
            then = nil
        }
        timers[number] = Source(after: Self.patience, finish)
        let isRunning = Errand.run {
            CopiedFormats(folder)
        } then: { [weak self] found in
            // One that comes too late would replace what the person may have copied since.
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

/// The content of the clipboard by its MIME types, and the folder with the copies of files that it refers to. The folder goes
/// with it.
private final class CopiedFormats: Sendable {
    /// Maximum bytes of all formats: a picture in full colour, 64 million pixels large.
    private static let largest = 256 << 20
    private static let maximumFormats = 64

    let all: [(type: String, bytes: [UInt8])]
    private let folder: String
    /// Its lock says that the folder is in use.
    private let lock: Descriptor

    /// Reads the formats, each a file `formats/TYPE/SUBTYPE`; nil if there are none.
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

    /// A format that cannot be read, or is too large, is left out.
    private static func read(_ folder: String) throws(StorageError) -> [(type: String, bytes: [UInt8])] {
        var all: [(type: String, bytes: [UInt8])] = []
        var room = largest
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
