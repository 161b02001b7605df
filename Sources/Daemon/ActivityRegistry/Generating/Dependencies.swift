// SPDX-License-Identifier: Apache-2.0
//
// What generators have named as that on which their results depend. One watcher serves all of them; an event's path says
// whose it is.
//
// A generator names its paths when it has read them. Watches are set then, so what changed in between is looked for by
// its time: what has changed since the run began counts as changed once more.

import CLinux
import Glibc
import Host
import StrictJSON

/// The paths of one generator's output.
package struct GeneratorOutput: Sendable {
    /// Absolute, in its order.
    package let paths: [String]
    /// How many lines are none.
    package let faulty: Int

    /// Reads one absolute path a line.
    package init(_ text: String) {
        let lines = text.split(separator: "\n")
        paths = lines.filter { $0.hasPrefix("/") }.map(String.init).withoutRepeats
        faulty = lines.count { !$0.hasPrefix("/") }
    }
}

/// Watches what generators depend on. Unchecked: only work on the disk's thread touches it.
package final class Dependencies: @unchecked Sendable {
    /// Paths keyed by the generator's name.
    private var paths: [String: [String]] = [:]
    private var watcher: Watcher?
    private let note: (String) -> Void

    /// Milliseconds by which a file's time may be behind the clock: it is that of the kernel's last tick.
    private static let tick = 10

    /// - Parameter note: called with each path before it is touched.
    package init(note: @escaping (String) -> Void) { self.note = note }

    /// Readable when `changed` may name a generator; nil where nothing can be watched.
    package var descriptor: Int32? { watcher?.descriptor }
    /// Why some changes are not seen: a sentence.
    package var unwatched: String? { watcher?.partialReason }

    package func paths(of name: String) -> [String] { paths[name] ?? [] }

    /// The folders of a generator's paths: those that are none themselves count by the folder that they lie in.
    package func folders(of name: String) -> [String] {
        paths(of: name).map { kind(of: $0) == .file ? Folder.split($0).folder : $0 }.withoutRepeats
    }

    /// Watches what a generator depends on, in place of what was watched for it.
    ///
    /// - Parameter since: when its run began, in milliseconds of CLOCK_REALTIME.
    /// - Returns: the generators of which something has changed: this one since then, others since they were looked at.
    package func set(_ wanted: [String], of name: String, since: Int) -> [String] {
        var changed = Set(take())
        paths[name] = wanted.withoutRepeats
        if watcher == nil {
            watcher = try? Watcher()
            watcher?.willTouch = note
        }
        watch()
        // A file server's clock may be ahead: what has changed in the future changes no more for it.
        let times = (since - Self.tick)...max(since, Clocks.real())
        if wanted.contains(where: { hasChanged($0, in: times) }) { changed.insert(name) }
        return changed.sorted()
    }

    /// Forgets a generator that is gone.
    ///
    /// - Returns: the others of which something has changed.
    package func remove(_ name: String) -> [String] {
        paths[name] = nil
        return changed()
    }

    /// Takes what has happened; the generators that it concerns.
    package func changed() -> [String] {
        let names = take()
        // A path may be a folder now that was none.
        watch()
        return names
    }

    /// Before the watches change: of those that go, the kernel's events would lead nowhere.
    private func take() -> [String] {
        guard let changes = watcher?.drain(), changes.changed else { return [] }
        if changes.overflowed { return paths.keys.sorted() }
        let touched = changes.paths.union(changes.paths.map { Folder.split($0).folder })
        return paths.filter { !touched.isDisjoint(with: $0.value) }.keys.sorted()
    }

    /// Folders also for what is written into their files. A file in one that the same generator has named is watched with
    /// it: a thousand files by themselves are five thousand steps to walk whenever one is replaced. A link may lead elsewhere.
    private func watch() {
        var folders: [String] = []
        var files: [String] = []
        for named in paths.values {
            let own = named.filter { kind(of: $0) == .folder }
            let names = Set(own.map { ExactText($0) })
            folders += own
            files += named.filter { path in
                !names.contains(ExactText(path))
                    && (isLink(path) || !names.contains(ExactText(Folder.split(path).folder)))
            }
        }
        folders = folders.withoutRepeats.sorted()
        watcher?.watch(folders, files: files.withoutRepeats.sorted(), bundles: folders)
    }

    private enum Kind { case folder, file, missing }

    private func isLink(_ path: String) -> Bool {
        note(path)
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func kind(of path: String) -> Kind {
        note(path)
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Whether a path, or of a folder an entry, has changed last within these milliseconds.
    private func hasChanged(_ path: String, in times: ClosedRange<Int>) -> Bool {
        let inner = kind(of: path) == .folder ? (try? Folder(opening: path).names()) ?? [] : []
        return ([path] + inner.map { path + "/" + $0 }).contains { times.contains(Self.changeTime($0)) }
    }

    private static func changeTime(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? status.changed : 0
    }
}
