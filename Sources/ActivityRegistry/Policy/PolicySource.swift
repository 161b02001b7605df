// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
package import Host

/// What keeps a folder from being applied; each case's sentence says what to do.
package enum PolicySourceFault: Error, Hashable, CustomStringConvertible {
    case storage(StorageError)
    /// The owner, the mode or the kind of what lies there: a sentence.
    case refused(String)
    case unknown(path: String)
    /// Completes "more than".
    case tooMuch(String)

    package var description: String {
        switch self {
        case .storage(let error): error.description
        case .refused(let sentence): sentence
        case .unknown(let path): "\(path): Nothing would read it. \(PolicySource.advice(on: path))"
        case .tooMuch(let limit): "It holds more than \(limit). Install large bundles as packages."
        }
    }
}

/// A folder of policy and bundles, read as a whole before any of it counts.
///
/// It holds `activityd.json.d`, `elections.d`, `arrangement.d` and `activities`, or some of them; of these names and those
/// in them, the ones that begin with a dot are left out. Links are refused: what they lead to may be another person's,
/// or be gone when it is needed.
package struct PolicySource {
    /// Each is flushed to the disk by itself.
    static let maximumFiles = 4_096
    /// They are held in memory.
    static let maximumBytes = 64 << 20
    private static let bundlesFolder = "activities"
    static let known = PolicyKind.allCases.map(\.folder) + [bundlesFolder]

    /// By paths relative to the folder.
    package private(set) var files: [BundleFile] = []
    /// The paths of the bundles' folders, relative to the folder.
    package private(set) var bundles: [String] = []
    /// How many of the files are no bundle's.
    package var policyFiles: Int {
        files.count { !$0.path.utf8.starts(with: (Self.bundlesFolder + "/").utf8) }
    }
    private var size = 0
    private let path: String
    private let trust: Trust
    private let contents: BundleFolder

    /// - Parameter trust: whose files are taken.
    package init(_ path: String, trust: Trust) throws(PolicySourceFault) {
        do throws(StorageError) {
            contents = BundleFolder(try Folder(opening: path), trust: trust)
        } catch {
            throw .storage(error)
        }
        self.path = path
        self.trust = trust
        try add([])
    }

    /// - Parameter steps: the way to what is added.
    private mutating func add(
        _ steps: [String]
    ) throws(PolicySourceFault) {
        guard steps.count < BundleFile.maximumComponents else {
            throw .refused(
                "\(steps.joined(separator: "/")) is deeper than \(BundleFile.maximumComponents) folders.")
        }
        for (name, status) in try entries(steps.joined(separator: "/")) {
            let place = steps + [name]
            let path = place.joined(separator: "/")
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFDIR || kind == S_IFREG else {
                let reason = "\(path) is a link, or no regular file. Put the file itself there."
                throw .refused(reason)
            }
            guard Self.isRead(place, isFolder: kind == S_IFDIR) else { throw .unknown(path: path) }
            if kind == S_IFDIR {
                if place.count == 2 { bundles.append(path) }
                try add(place)
            } else {
                try add(path, isExecutable: status.st_mode & 0o100 != 0)
            }
        }
    }

    private mutating func add(
        _ path: String, isExecutable: Bool
    ) throws(PolicySourceFault) {
        guard files.count < Self.maximumFiles else { throw .tooMuch("\(Self.maximumFiles) files") }
        switch contents.read(path, limit: Self.maximumBytes - size) {
        case .bytes(let bytes):
            size += bytes.count
            files.append(BundleFile(path: path, bytes: bytes, isExecutable: isExecutable))
        case .tooLarge: throw .tooMuch("\(Self.maximumBytes >> 20) MiB")
        case .missing: throw .refused("\(path) has just been removed. Try again.")
        case .refused(_, let reason): throw .refused(reason)
        }
    }

    /// What is in a folder, by name.
    private func entries(
        _ inside: String
    ) throws(PolicySourceFault) -> [(name: String, status: stat)] {
        var faults: [String] = []
        var found: [(name: String, status: stat)] = []
        do throws(StorageError) {
            let inner = try Folder(opening: inside.isEmpty ? path : path + "/" + inside)
            var status = stat()
            guard fstat(inner.descriptor, &status) == 0 else { throw inner.fault("examined") }
            faults += [trust.complaint(status, of: inner.descriptor, at: inner.path)].compactMap { $0 }
            for (name, _) in try inner.entries() {
                if let complaint = name.complaint {
                    faults.append("\(inner.path)/\(name.text) \(complaint).")
                }
                if let status = try inner.status(of: name.text) { found.append((name.text, status)) }
            }
        } catch {
            throw .storage(error)
        }
        if let fault = faults.first { throw .refused(fault) }
        let isBundles = inside.utf8.contains(UInt8(ascii: "/"))
        return found.filter { isBundles || $0.name.utf8.first != UInt8(ascii: ".") }
    }

    /// What to do about a name that nothing would read.
    static func advice(on path: String) -> String {
        guard path.contains("/") else {
            return known.filter { $0 != path }.near(path).map { "Was \"\($0)\" meant?" }
                ?? "The folder holds nothing but \(known.joined(separator: ", "))."
        }
        return path.utf8.starts(with: (bundlesFolder + "/").utf8)
            ? "A bundle's folder is named <identifier>.activity."
            : "Policy is in files whose names end in .json, and in no further folders."
    }

    /// Whether something reads what is at the end of a way.
    private static func isRead(_ steps: [String], isFolder: Bool) -> Bool {
        switch steps.count {
        case 1:
            isFolder && (steps[0] == bundlesFolder || PolicyKind.allCases.contains { $0.folder == steps[0] })
        case 2 where steps[0] == bundlesFolder: isFolder && BundleName.identifier(in: steps[1]) != nil
        case 2: !isFolder && PolicyLayers.isDropIn(steps[1])
        default: true
        }
    }
}
