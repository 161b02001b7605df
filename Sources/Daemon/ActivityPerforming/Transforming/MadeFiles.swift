// SPDX-License-Identifier: Apache-2.0
//
// The files that a transform leaves in its folder are about to be shared, so nothing about them is trusted.
// The transform has ended when the folder is read. An entry may still be anything: a link, a pipe, a hard
// link to a file elsewhere.

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

struct MadeFile: Hashable, Sendable {
    let name: String
    /// Bytes.
    let size: Int
}

struct MadeFiles: Sendable {
    /// The real path of the files' folder.
    let folder: String
    let title: String
    private(set) var files: [MadeFile] = []

    /// Total size of the files in bytes, which could overflow an Int.
    var bytes: Double { files.reduce(0) { $0 + Double($1.size) } }

    /// Validates the entries of a folder, and sets their mode to 0600.
    ///
    /// - Parameter maximum: maximum files to accept. If 0, the folder must be empty; otherwise it must not
    ///   be.
    init(in path: String, by title: String, maximum: Int) throws(TransformFault) {
        (folder, self.title) = (path, title)
        let folder: Folder
        do throws(StorageError) { folder = try Folder(opening: path) } catch {
            throw TransformFault(error.description)
        }
        for name in try names(in: folder, maximum) { files.append(try validate(name, in: folder)) }
    }

    private func names(in folder: borrowing Folder, _ maximum: Int) throws(TransformFault) -> [String] {
        var names: [String?] = []
        do throws(StorageError) {
            try folder.visit { name, _ in
                let text = String(validating: UnsafeRawBufferPointer(name), as: UTF8.self)
                names.append(text.flatMap { printable($0).isExactly($0) ? $0 : nil })
                return names.count <= maximum
            }
        } catch {
            throw TransformFault(error.description)
        }
        guard names.count <= maximum else { throw fault("made more files than it was given") }
        let known = names.compactMap(\.self)
        guard known.count == names.count else { throw fault("gave a file a name that cannot be shown") }
        guard !known.isEmpty || maximum == 0 else { throw fault("made nothing") }
        // "a (2)" sorts before "a (10)".
        return known.sorted {
            $0.utf8.count != $1.utf8.count
                ? $0.utf8.count < $1.utf8.count : $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    /// Validates a file and restricts its mode.
    private func validate(_ name: String, in folder: borrowing Folder) throws(TransformFault) -> MadeFile {
        let stranger = fault("made something other than a file of its own", name)
        // The type is checked first, so that a device is not even opened.
        guard let found = try? folder.status(of: name), Self.isOwn(found) else { throw stranger }
        let flags = UInt64(UInt32(bitPattern: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        guard let file = Descriptor(linux_open_beneath(folder.descriptor, name, flags)) else {
            throw fault("made a file that cannot be read: \(ErrorText.of(errno))", name)
        }
        var status = stat()
        guard fstat(file.number, &status) == 0, Self.isOwn(status), status.st_ino == found.st_ino else {
            throw stranger
        }
        guard fchmod(file.number, 0o600) == 0 else {
            throw fault("made a file that cannot be taken over: \(ErrorText.of(errno))", name)
        }
        return MadeFile(name: name, size: Int(status.st_size))
    }

    private static func isOwn(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1 && status.st_uid == geteuid()
    }

    private func fault(_ deed: String, _ file: String? = nil) -> TransformFault {
        TransformFault(title, deed, file)
    }
}

// MARK: Places

extension MadeFiles {
    /// Replaces the accepted items by the new files. One file made of several items replaces the first of
    /// them, and the others are removed. A file receives its original's modification time, or the present
    /// time if the transform removes times or made one file of several items.
    ///
    /// - Parameters:
    ///   - taken: items with files.
    ///   - transform: declares the type of all files. If it declares none, a file has its item's type if
    ///     their
    ///     suffixes agree, otherwise the accepted type for its suffix, otherwise its item's type.
    ///   - accepted: types that the transform accepts.
    func replacing(
        _ taken: [HandedItem], in content: [Item], by transform: Transform,
        accepting accepted: [ContentType] = []
    ) throws(TransformFault) -> [Item] {
        guard !taken.isEmpty else { return content }
        let makes = transform.makes
        let order = try order(taken.map(\.fileNames), makes, accepted)
        let removesTime = transform.removes.contains(.time)
        for (item, file) in zip(taken, order) {
            date(file, by: removesTime || order.count < taken.count ? nil : item.path)
        }
        let types = zip(taken, order).reduce(into: [Int: ContentType]()) { types, pair in
            let (item, file) = pair
            let keepsType = item.fileNames.contains { Self.suffix($0) == Self.suffix(file.name) }
            types[item.index] = keepsType ? item.type : Self.type(of: file, among: accepted) ?? item.type
        }
        var files = zip(taken, order).reduce(into: [:]) { $0[$1.0.index] = $1.1 }
        return try Self.sources(taken, files: order.count, in: content.count).map {
            sources throws(TransformFault) in
            let index = sources[0]
            guard let file = files.removeValue(forKey: index) else { return content[index] }
            guard let type = makes ?? types[index], !type.isInode else {
                throw fault("made a file of a folder or a link", file.name)
            }
            return Item(
                Representation(
                    type: type.name, uri: LocalPath.uri(of: folder + "/" + file.name),
                    name: JSON.takes(file.name) ? file.name : nil,
                    size: file.size, isTemporary: true))
        }
    }

    /// Sets a file's modification time to its original's, or to the present if there is none.
    private func date(_ file: MadeFile, by original: [UInt8]?) {
        var (now, status) = (timespec(), stat())
        clock_gettime(CLOCK_REALTIME, &now)
        let isFound = original.map { stat($0.map(CChar.init(bitPattern:)) + [0], &status) == 0 } ?? false
        let time = isFound ? status.st_mtim : now
        utimensat(AT_FDCWD, folder + "/" + file.name, [now, time], AT_SYMLINK_NOFOLLOW)
    }

    /// The indexes of the source items for each item of the new content; the first source determines the
    /// position.
    ///
    /// - Parameter files: the number of new files: one for each item, or one for all.
    static func sources(_ taken: [HandedItem], files: Int, in count: Int) -> [[Int]] {
        let merged = files < taken.count ? taken.map(\.index).sorted() : []
        let members = Set(merged)
        return (0..<count).compactMap { index in
            guard members.contains(index) else { return [index] }
            return index == merged.first ? merged : nil
        }
    }

    /// Returns the files in the order of their items, or the one file made of all items.
    ///
    /// - Parameter names: names of each item.
    private func order(
        _ names: [[String]], _ makes: ContentType?, _ accepted: [ContentType]
    ) throws(TransformFault) -> [MadeFile] {
        if files.count == names.count {
            return try order(names, keepingTypes: makes == nil, accepted)
        }
        guard makes != nil else { throw fault("made \(files.count) of \(names.count) files") }
        guard files.count == 1, let file = files.first else {
            throw fault("made \(files.count) of \(names.count) files, not one of all")
        }
        let stem = Self.stem(file.name)
        guard !names.allSatisfy({ $0.contains { Self.stem($0) == stem } }) else {
            throw fault("wrote several files over one another", file.name)
        }
        return [file]
    }

    /// Assigns the files to as many items: by the whole name, then by suffix for items that keep their type,
    /// then by the name without suffix for items that change it. The remaining files fill the gaps. If types
    /// are kept, a gap is an error, unless the item has no printable name.
    private func order(
        _ names: [[String]], keepingTypes: Bool, _ accepted: [ContentType]
    ) throws(TransformFault) -> [MadeFile] {
        var order = [Int?](repeating: nil, count: names.count)
        var left = Array(files.indices)
        let all = Set(left)
        let turned = all.filter { !keepingTypes || Self.type(of: files[$0], among: accepted) != nil }
        for (key, fitting) in [
            (Self.whole, all), (Self.suffix, keepingTypes ? all : []), (Self.stem, turned),
        ] {
            var known: [[UInt8]: [Int]] = [:]
            for file in left.reversed() where fitting.contains(file) {
                known[key(files[file].name), default: []].append(file)
            }
            for index in order.indices where order[index] == nil {
                let name = names[index].map { key($0) }.first { known[$0]?.isEmpty == false }
                if let name { order[index] = known[name]?.popLast() }
            }
            let placed = Set(order)
            left.removeAll { placed.contains($0) }
        }
        var rest = left.makeIterator()
        for index in order.indices where order[index] == nil {
            order[index] = rest.next()
            guard keepingTypes, let file = order[index] else { continue }
            // No file can have such an item's name: `names` rejects names that are not printable.
            guard let name = names[index].first(where: { printable($0).isExactly($0) }) else { continue }
            throw fault("changed the type of a file", "\(name) became \(files[file].name)")
        }
        return order.compactMap { $0.map { files[$0] } }
    }

    private static func whole(_ name: String) -> [UInt8] { Array(name.utf8) }

    private static func stem(_ name: String) -> [UInt8] { Array(name.utf8.prefix(stemLength(name))) }

    /// The bytes of a name's suffix, with its dot, in lower case: a program may write ".JPG" as ".jpg".
    private static func suffix(_ name: String) -> [UInt8] {
        name.utf8.dropFirst(stemLength(name)).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    /// The accepted type for a file's suffix, such as image/jpeg for ".jpg"; nil if there is none.
    private static func type(of file: MadeFile, among accepted: [ContentType]) -> ContentType? {
        let suffix = String(decoding: suffix(file.name).dropFirst(), as: UTF8.self)
        let subtype = ["jpg": "jpeg", "tif": "tiff"][suffix] ?? suffix
        return accepted.first { $0.name.hasSuffix("/" + subtype) }
    }

    private static func stemLength(_ name: String) -> Int {
        let bytes = Array(name.utf8)
        guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return bytes.count }
        return dot
    }
}

extension HandedItem {
    /// Names that a transform may give to the item's output: the file's name, and the item's display name.
    fileprivate var fileNames: [String] { names.reversed() }
}
