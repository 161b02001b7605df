// SPDX-License-Identifier: Apache-2.0
//
// A perform's files are in two private folders. One is in memory, as all of $XDG_RUNTIME_DIR, for small
// files:
//
//     $XDG_RUNTIME_DIR/activityd/performs/<token>/
//         record.json     the perform's record, for the next daemon (PerformRecord.swift)
//         notify          the socket to which the activity reports its progress
//         sandbox         bubblewrap's options
//         ready           socket on which, without systemd, a sandbox reports that the activity runs
//         output, kept    standard output: a FIFO, and the bytes kept from it
//         errors, kept-errors     standard error likewise
//         result.json     the outcome
//
// The other folder, the perform's store, is on the disk, since a session has little of that memory:
//
//     $XDG_CACHE_HOME/activityd/performs/<token>/
//         files/<n>/      files made from items that are only text, each under its own name
//         tmp/            TMPDIR of an activity in a sandbox
//         ssh/            OpenSSH's settings for the sandbox
//     $XDG_CACHE_HOME/activityd/performs/<token>.owner    the session, and the folder in memory
//
// When no process of the activity runs any more, all is removed but the record and the result, which are kept
// for an hour. An activity that hands over keeps all its files for the hour. A program that the daemon runs
// for itself leaves nothing.
//
// Memory ends with the session, but the disk does not. So a store whose owner is gone belongs to an ended
// session (StoreOwner.swift); the link is created before the store, and removed after it.
//
// The token is the random part of the unit's name, and short enough for a socket's path. All files are
// created, read, written and removed on the disk's thread; the state of a unit is in memory.

import ActivityModel
import Glibc
import Host
import StrictJSON

struct PrivateFolder: Sendable {
    let token: String
    let path: String
    private let stores: DiskStores

    var notifyPath: String { path + "/notify" }
    func path(of stream: OutputPipe.Stream) -> String { path + "/" + stream.rawValue }
    var temporaryPath: String { store + "/tmp" }
    var filesPath: String { store + "/files" }
    var storeBase: String { stores.path }
    private var store: String { stores.path + "/" + token }

    init(making token: String, in base: String, _ stores: DiskStores) throws(PerformRefusal) {
        self.init(token: token, in: base, stores)
        guard mkdir(base, 0o700) == 0 || errno == EEXIST, mkdir(path, 0o700) == 0 else {
            throw .system("The private folder \(path) could not be made", errno)
        }
    }

    init(token: String, in base: String, _ stores: DiskStores) {
        self.token = token
        path = base + "/" + token
        self.stores = stores
    }

    // MARK: The store

    /// Writes each item that has only text into a file, and sets the item's path and URI to that file.
    func write(_ items: inout [HandedItem]) throws(PerformRefusal) {
        for index in items.indices where items[index].needsFile {
            let folder = RealPath.of(try makeFolder("files/\(items[index].index)"))
            let file = folder + "/" + items[index].fileName
            try Self.write(Array(items[index].text.utf8), to: file)
            items[index].path = Array(file.utf8)
            items[index].uri = LocalPath.uri(of: file)
        }
    }

    /// No fsync: the file is useless after a reboot.
    private static func write(_ bytes: [UInt8], to path: String) throws(PerformRefusal) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        guard let file = Descriptor(open(path, flags, 0o600)) else {
            throw .system("The file \(path) could not be made", errno)
        }
        guard Descriptor.write(bytes, to: file.number) else {
            throw .system("The file \(path) could not be written", errno)
        }
    }

    /// Writes bubblewrap's options in the format of its `--args`.
    ///
    /// - Returns: the file's path.
    func write(options: some Sequence<[UInt8]>) throws(PerformRefusal) -> String {
        let file = path + "/sandbox"
        try Self.write(Array(options.map { $0 + [0] }.joined()), to: file)
        return file
    }

    func makeTemporary() throws(PerformRefusal) { _ = try makeFolder("tmp") }

    /// Copies OpenSSH's included settings, which belong to root: a sandbox maps only the person's user ID,
    /// and ssh refuses files of other owners ("Bad owner or permissions").
    ///
    /// - Parameter reportPath: called with each path before the disk is touched.
    /// - Returns: the real path of the folder of copies; nil if there are no settings.
    func copySSHSettings(_ reportPath: (String) -> Void) throws(PerformRefusal) -> String? {
        reportPath(Sandbox.sshSettings)
        let files = FolderNames.read(Sandbox.sshSettings).compactMap { name in
            (try? AtomicFile.read(Sandbox.sshSettings + "/" + name, limit: 64 << 10, followingLinks: true))
                .map { (name: name, bytes: $0) }
        }
        guard !files.isEmpty else { return nil }
        reportPath(storeBase)
        let folder = RealPath.of(try makeFolder("ssh"))
        for file in files { try Self.write(file.bytes, to: folder + "/" + file.name) }
        return folder
    }

    private func makeFolder(_ name: String) throws(PerformRefusal) -> String {
        try stores.own(token, by: path)
        var made = store
        for component in [""] + name.split(separator: "/").map({ "/" + $0 }) {
            made += component
            guard mkdir(made, 0o700) == 0 || errno == EEXIST else {
                throw .system("The private folder \(made) could not be made", errno)
            }
        }
        return made
    }

    // MARK: Records

    func save(_ record: PerformRecord) throws(StorageError) {
        try AtomicFile.write(record.json.serialized, to: path + "/record.json", mode: 0o600)
    }

    /// The stored record; nil if it is missing or invalid.
    func record() throws(StorageError) -> PerformRecord? { try read("record.json") }

    func save(_ result: PerformanceEnd) throws(StorageError) {
        try AtomicFile.write(result.json.serialized, to: path + "/result.json", mode: 0o600)
    }

    /// The stored result; nil if it is missing or invalid.
    func result() throws(StorageError) -> PerformanceEnd? { try read("result.json") }

    private func read<Value: JSONReadable>(_ name: String) throws(StorageError) -> Value? {
        // Output, answers and made files have some 400 KiB, which may take six times as much when escaped.
        let bytes: [UInt8]?
        do throws(StorageError) {
            bytes = try AtomicFile.read(path + "/" + name, limit: 4 << 20)
        } catch {
            // What is no file, or is too large, was not written by a daemon.
            guard case .storage = error else { return nil }
            throw error
        }
        guard let bytes, let json = try? JSON(parsing: bytes) else { return nil }
        return try? Value(json: json)
    }

    /// Whether an output pipe still exists, so that processes of the activity may still run.
    var isInUse: Bool { OutputPipe.Stream.allCases.contains { access(path(of: $0), F_OK) == 0 } }

    // MARK: Removing

    /// Removes everything except the record and the result.
    func clear() {
        let streams = OutputPipe.Stream.allCases.flatMap { [$0.rawValue, $0.keptName] }
        for name in streams + ["sandbox", "ready", "notify"] { unlink(path + "/" + name) }
        stores.remove(token)
    }

    func remove() {
        clear()
        try? stores.remover.discard(path)
    }
}
