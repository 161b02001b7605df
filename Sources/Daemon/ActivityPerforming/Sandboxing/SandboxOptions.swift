// SPDX-License-Identifier: Apache-2.0

/// Arguments of bwrap(1) and activity-sandbox, as the bytes that they are given.
struct SandboxOptions {
    private(set) var words: [[UInt8]] = []
    private let hidden: HiddenFolders

    init(_ hidden: HiddenFolders) {
        self.hidden = hidden
    }

    mutating func add(_ options: String...) {
        words += options.map { Array($0.utf8) }
    }

    mutating func add(_ option: String, _ path: [UInt8]) {
        words += [Array(option.utf8), path]
    }

    /// Shows files and folders, read-only, where they are hidden otherwise. Those alone are looked at: what lies
    /// elsewhere in a file system that hangs holds up its own perform alone.
    ///
    /// - Parameter note: called with each path before the disk is touched.
    mutating func show(_ paths: [[UInt8]], _ note: (String) -> Void) throws(PerformRefusal) {
        var wanted: [SandboxMount] = []
        for path in paths {
            if let mount = try hidden.resolve(path, note) { wanted.append(mount) }
        }
        bind(try hidden.shown(for: wanted))
    }

    /// Shows those of them that may be shown.
    mutating func showSome(of paths: [[UInt8]], _ note: (String) -> Void) {
        let wanted = paths.compactMap { try? hidden.resolve($0, note) }
        bind((try? hidden.shown(for: wanted)) ?? [])
    }

    private mutating func bind(_ mounts: [SandboxMount]) {
        for mount in mounts { words += [Array("--ro-bind-try".utf8), mount.real, mount.path] }
    }
}
