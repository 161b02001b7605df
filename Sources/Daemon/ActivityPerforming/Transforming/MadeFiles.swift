// SPDX-License-Identifier: Apache-2.0
//
// The files that a transform leaves in its folder are shared next, so nothing about them is trusted. By the time the folder
// is read the transform has ended. An entry may still be anything: a link, a pipe, a hard link to a file elsewhere.

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

/// A file that a transform has made.
struct MadeFile: Hashable, Sendable {
    let name: String
    /// Bytes.
    let size: Int
}

/// The files that a transform has made.
struct MadeFiles: Sendable {
    /// Why they are not shared; for people.
    struct Fault: Error {
        let reason: String
    }

    /// The real path of the folder that they lie in.
    let folder: String
    let files: [MadeFile]

    /// The sum of the files' sizes, which no integer need hold.
    var bytes: Double { files.reduce(0) { $0 + Double($1.size) } }

    /// Checks the entries of a folder, and makes them the person's alone to read.
    ///
    /// - Parameter maximum: as many files as there may be.
    init(in path: String, maximum: Int) throws(Fault) {
        let names: [String]
        let folder: Folder
        do throws(StorageError) { folder = try Folder(opening: path) } catch {
            throw Fault(reason: error.description)
        }
        names = try Self.names(in: folder, maximum)
        var files: [MadeFile] = []
        for name in names { files.append(try Self.take(name, in: folder)) }
        (self.folder, self.files) = (path, files)
    }

    private static func names(in folder: borrowing Folder, _ maximum: Int) throws(Fault) -> [String] {
        var names: [String?] = []
        do throws(StorageError) {
            try folder.visit { name, _ in
                let text = String(validating: UnsafeRawBufferPointer(name), as: UTF8.self)
                names.append(text.flatMap { printable($0).isExactly($0) ? $0 : nil })
                return names.count <= maximum
            }
        } catch {
            throw Fault(reason: error.description)
        }
        guard names.count <= maximum else { throw Fault(reason: "It made more files than it was given.") }
        let known = names.compactMap(\.self)
        guard known.count == names.count else {
            throw Fault(reason: "It gave a file a name that cannot be shown.")
        }
        guard !known.isEmpty else { throw Fault(reason: "It made no file.") }
        return known.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Only the person reads it from here on.
    private static func take(_ name: String, in folder: borrowing Folder) throws(Fault) -> MadeFile {
        let stranger = Fault(reason: "\(name) is not a file of its own.")
        // A device is not even opened.
        guard let found = try? folder.status(of: name), isOwn(found) else { throw stranger }
        let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        guard let file = Descriptor(linux_open_beneath(folder.descriptor, name, flags)) else {
            throw Fault(reason: "\(name) cannot be read: \(ErrorText.of(errno)).")
        }
        var status = stat()
        guard fstat(file.number, &status) == 0, isOwn(status), status.st_ino == found.st_ino else {
            throw stranger
        }
        guard fchmod(file.number, 0o600) == 0 else {
            throw Fault(reason: "\(name) cannot be taken over: \(ErrorText.of(errno)).")
        }
        return MadeFile(name: name, size: Int(status.st_size))
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 && status.st_uid == geteuid()
    }
}

// MARK: Places

extension MadeFiles {
    /// The content with these files in the places of the items that they were made of. One that was made of several stands
    /// in the place of the first.
    ///
    /// - Parameter makes: the type of all files; nil: each has its item's.
    func replacing(_ taken: [HandedItem], in content: [Item], makes: ContentType?) throws(Fault) -> [Item] {
        let order: [MadeFile]
        if files.count == taken.count {
            order = Self.order(files, by: taken.map(\.fileNames))
        } else {
            guard makes != nil else {
                throw Fault(reason: "It made \(files.count) of \(taken.count) files.")
            }
            guard files.count == 1, let file = files.first else {
                throw Fault(reason: "It made \(files.count) of \(taken.count) files, and not one of all.")
            }
            let stem = Self.stem(file.name)
            guard !taken.allSatisfy({ $0.fileNames.contains { Self.stem($0) == stem } }) else {
                throw Fault(reason: "It wrote several files over one another: \(file.name).")
            }
            order = [file]
        }
        var places: [Int: MadeFile?] = [:]
        for (offset, item) in taken.enumerated() {
            places[item.index] = .some(offset < order.count ? order[offset] : nil)
        }
        let types = Dictionary(taken.map { ($0.index, $0.type) }) { first, _ in first }
        var made: [Item] = []
        for (index, item) in content.enumerated() {
            guard let place = places[index] else {
                made.append(item)
                continue
            }
            guard let file = place else { continue }
            guard let type = makes ?? types[index], !type.isInode else {
                throw Fault(reason: "\(file.name) is a file, and what it was made of is none.")
            }
            made.append(
                Item(
                    Representation(
                        type: type.name, uri: LocalPath.uri(of: folder + "/" + file.name), name: file.name,
                        size: file.size, isTemporary: true)))
        }
        return made
    }

    /// As many files as items, each in its item's place: by its whole name, else by its name without the suffix; those with
    /// the name of no item fill the gaps, "a (2)" before "a (10)".
    private static func order(_ files: [MadeFile], by names: [[String]]) -> [MadeFile] {
        var order = [MadeFile?](repeating: nil, count: names.count)
        var left = files
        for key in [{ Array($0.utf8) }, Self.stem] as [(String) -> [UInt8]] {
            var known = Dictionary(left.map { (key($0.name), $0) }) { first, _ in first }
            for index in order.indices where order[index] == nil {
                let name = names[index].map(key).first { known[$0] != nil }
                order[index] = name.flatMap { known.removeValue(forKey: $0) }
            }
            let placed = Set(order.compactMap { $0.map { Array($0.name.utf8) } })
            left.removeAll { placed.contains(Array($0.name.utf8)) }
        }
        left.sort { one, other in
            let (length, otherLength) = (one.name.utf8.count, other.name.utf8.count)
            return length != otherLength
                ? length < otherLength : one.name.utf8.lexicographicallyPrecedes(other.name.utf8)
        }
        var rest = left[...]
        return order.compactMap { $0 ?? rest.popFirst() }
    }

    /// The bytes of a name without its suffix.
    private static func stem(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8)
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return bytes }
        return Array(bytes[..<dot])
    }
}

extension HandedItem {
    /// The names by which a transform may call what it makes of it: its file's, and that which people call it by.
    fileprivate var fileNames: [String] { names.reversed() }
}
