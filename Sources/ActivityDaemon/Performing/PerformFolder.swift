// SPDX-License-Identifier: Apache-2.0
//
// What a perform has besides its process lies in one private folder, in memory as all of $XDG_RUNTIME_DIR:
//
//     $XDG_RUNTIME_DIR/activityd/performs/<token>/
//         record.json     what was started, for a daemon that comes after this one
//         notify          the socket to which the activity reports its progress
//         output, kept    its standard output, a FIFO, and what of it is kept
//         files/<n>/      files made of items that are only text, each under its own name
//         tmp/            TMPDIR of an activity that may not write elsewhere
//         result.json     how it ended; then the others are gone
//
// The token is the random part of the unit's name, so that the folder is found by the unit, and short enough
// for a socket's path. A process that was started without systemd has its token in a link, `process-<pid>`.

import ActivityModel
import ActivityRegistry
import CLinux
import Glibc
import StrictJSON

/// The private folder of one perform.
struct PerformFolder {
    let token: String
    let path: String

    var notifyPath: String { path + "/notify" }
    var outputPath: String { path + "/output" }
    var temporaryPath: String { path + "/tmp" }

    /// Makes a new one.
    init(making token: String, in base: String) throws(PerformRefusal) {
        self.token = token
        path = base + "/" + token
        guard mkdir(base, 0o700) == 0 || errno == EEXIST, mkdir(path, 0o700) == 0 else {
            throw .system("The private folder \(path) could not be made", errno)
        }
    }

    /// The one that is there.
    init(token: String, in base: String) {
        self.token = token
        path = base + "/" + token
    }

    // MARK: Files of text

    /// Writes each item that has only text into a file of its own, and lets the item be that file.
    func write(_ items: inout [HandedItem]) throws(PerformRefusal) {
        for index in items.indices where items[index].needsFile {
            let folder = path + "/files/\(items[index].place)"
            let file = folder + "/" + FileName.safe(items[index].name, items[index].type)
            do throws(RegistryError) {
                try AtomicFile.write(
                    Array(items[index].text.utf8), to: file, mode: 0o600, folderMode: 0o700)
            } catch {
                throw .notPerformable(reason: error.description + ".")
            }
            items[index].path = Array(file.utf8)
            items[index].uri = LocalPath.uri(of: file)
        }
    }

    func makeTemporary() throws(PerformRefusal) {
        guard mkdir(temporaryPath, 0o700) == 0 else { throw .system("TMPDIR could not be made", errno) }
    }

    // MARK: Records

    func save(_ record: PerformRecord) throws(RegistryError) {
        try AtomicFile.write(record.json.serialized, to: path + "/record.json", mode: 0o600)
    }

    var record: PerformRecord? { read("record.json") }

    func save(_ result: PerformResult) throws(RegistryError) {
        try AtomicFile.write(result.json.serialized, to: path + "/result.json", mode: 0o600)
    }

    var result: PerformResult? { read("result.json") }

    private func read<Value: JSONReadable>(_ name: String) -> Value? {
        // 64 KiB of output are six times as much where they are escaped.
        guard let bytes = try? AtomicFile.read(path + "/" + name, limit: 1 << 20),
            let json = try? JSON(parsing: bytes)
        else { return nil }
        return try? Value(json: json)
    }

    /// Whether there is more than how it ended: then something of it may still run.
    var isInUse: Bool { access(outputPath, F_OK) == 0 || access(path + "/files", F_OK) == 0 }

    // MARK: Removing

    /// Takes away all but how it ended.
    func clear() {
        for name in ["notify", "output", "kept", "files", "tmp"] {
            try? AtomicFile.removeTree(path + "/" + name)
        }
    }

    func remove() {
        try? AtomicFile.removeTree(path)
    }
}

/// What a file that is made of text is called.
enum FileName {
    /// Of the file system, NAME_MAX.
    private static let maximumBytes = 255

    /// The item's own name, made one plain name; a name by its type where it has none.
    static func safe(_ name: String, _ type: ContentType) -> String {
        let wanted = name.unicodeScalars.map { scalar in
            scalar == "/" || scalar.value < 32 || scalar.value == 127 ? "_" : Character(scalar)
        }
        var name = Substring(String(wanted))
        while name.utf8.count > maximumBytes { name.removeFirst() }
        guard !name.isEmpty, name != ".", name != ".." else {
            return type.name == "text/html" ? "text.html" : "text.txt"
        }
        return String(name)
    }
}
