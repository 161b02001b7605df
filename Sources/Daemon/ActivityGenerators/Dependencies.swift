// SPDX-License-Identifier: Apache-2.0
//
// The paths on which generators' results depend, as the generators report them. One watcher serves all
// generators; an event's path identifies the generators that it concerns.
//
// A generator reports its paths after reading them. Watches are set only then, so changes in between are
// found by their time: a path that changed since the run began counts as changed.

import ActivityRegistry
import CLinux
import Glibc
import Host
import StrictJSON

/// The paths in one generator's output.
struct GeneratorOutput: Sendable {
    /// Absolute paths, in the generator's order.
    let paths: [String]
    /// Number of lines that are not absolute paths.
    let invalidLines: Int

    /// Parses one absolute path per line.
    init(_ text: String) {
        let lines = text.split(separator: "\n")
        paths = lines.filter { $0.hasPrefix("/") }.map(String.init).withoutRepeats
        invalidLines = lines.count { !$0.hasPrefix("/") }
    }
}

/// Watches the paths on which generators depend. Unchecked: only work on the disk thread touches it.
final class Dependencies: @unchecked Sendable {
    /// Paths keyed by the generator's name.
    private var paths: [String: [String]] = [:]
    private var watcher: Watcher?
    private let reportPath: (String) -> Void

    /// Milliseconds by which a file's time may lag behind the clock: it is the time of the kernel's last
    /// tick.
    private static let tick = 10

    /// - Parameter reportPath: called with each path before it is touched.
    init(reportPath: @escaping (String) -> Void) { self.reportPath = reportPath }

    /// Readable when `changed` may name a generator; nil if nothing can be watched.
    var descriptor: Int32? { watcher?.descriptor }
    /// The reason why some changes are not seen, as a sentence; nil if all are.
    var unwatched: String? { watcher?.partialReason }

    func paths(of name: String) -> [String] { paths[name] ?? [] }

    /// A generator's paths, without repeats, with the parent folder instead of each file.
    func folders(of name: String) -> [String] {
        paths(of: name).map { kind(of: $0) == .file ? Folder.split($0).folder : $0 }.withoutRepeats
    }

    /// Replaces a generator's watched paths.
    ///
    /// - Parameter since: start of the generator's run, in milliseconds of CLOCK_REALTIME.
    /// - Returns: the generators to run again: this one if a path has changed since then, and others with
    ///   pending events.
    func set(_ wanted: [String], of name: String, since: Int) -> [String] {
        var changed = Set(drainEvents())
        paths[name] = wanted.withoutRepeats
        if watcher == nil {
            watcher = try? Watcher()
            watcher?.willTouch = reportPath
        }
        watch()
        // A file server's clock may be ahead. A time in the future would otherwise count as a change after
        // every run.
        let times = (since - Self.tick)...max(since, Clocks.real())
        if wanted.contains(where: { hasChanged($0, in: times) }) { changed.insert(name) }
        return changed.sorted()
    }

    /// Stops watching the paths of a removed generator.
    ///
    /// - Returns: the other generators whose paths have changed.
    func remove(_ name: String) -> [String] {
        paths[name] = nil
        return changed()
    }

    /// Reads the pending events, and returns the generators that they concern.
    func changed() -> [String] {
        let names = drainEvents()
        // A path may have become a folder, which needs other watches.
        watch()
        return names
    }

    /// Reads the pending events; returns the generators that they concern. Called before the watches change:
    /// events of a removed watch could no longer be attributed.
    private func drainEvents() -> [String] {
        guard let changes = watcher?.drain(), changes.changed else { return [] }
        if changes.overflowed { return paths.keys.sorted() }
        let touched = changes.paths.union(changes.paths.map { Folder.split($0).folder })
        return paths.filter { !touched.isDisjoint(with: $0.value) }.keys.sorted()
    }

    /// Sets the watches. Folders are watched for writes to their files too, so a file in a folder that the
    /// same generator has named needs no watch of its own: watching a thousand files would take thousands of
    /// steps whenever one is replaced. A link needs one, since it may lead elsewhere.
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

    private enum PathKind { case folder, file, missing }

    private func isLink(_ path: String) -> Bool {
        reportPath(path)
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private func kind(of path: String) -> PathKind {
        reportPath(path)
        var status = stat()
        guard stat(path, &status) == 0 else { return .missing }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Whether a path, or an entry of a folder, was last changed within a time span, in milliseconds.
    private func hasChanged(_ path: String, in times: ClosedRange<Int>) -> Bool {
        let inner = kind(of: path) == .folder ? (try? Folder(opening: path).names()) ?? [] : []
        return ([path] + inner.map { path + "/" + $0 }).contains { times.contains(Self.changeTime($0)) }
    }

    private static func changeTime(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? status.changed : 0
    }
}
