// SPDX-License-Identifier: Apache-2.0
//
// The admin's policy is files, so that whatever manages files on a machine manages it: packages and images bring
// them in /usr/lib/activityd, /run/activityd is for this boot, /etc/activityd is the admin's own. Each may hold
// folders of drop-ins (`elections.d`, `arrangement.d`, `activityd.json.d`), merged as systemd merges its own: of
// drop-ins with one name the first layer's counts and the others are not read, a link to /dev/null takes their place
// with nothing, and those that count are read in the order of their names, whichever layer they lie in.
//
// One rule says what counts where a file of policy, or a part of one, cannot be read: nothing opens by a file that is not
// understood whole.
//
// - Such a file says what it said when it was whole. One that never was does not hide the file of its name behind it.
// - What is understood of it only closes, beside that, and so does each part that is not (`PolicyContent`), until the file
//   is whole or taken away: an earlier lock is not undone by a later mistake.
// - A file or a folder that somebody else could read, or that could be read at another time (permission is denied, a
//   device is at fault), is not known to say nothing. Unless it is known what it said last, it closes everything.
//
// The system scope's daemon and this one know what a file said last (`LastGood`). A person's own last-good.json, which the
// person can write, only closes.

import ActivityModel
import CLinux
import Glibc
import Host
package import StrictJSON

/// The content of a file of policy, as it counts.
package struct PolicyDocument: Hashable, Sendable {
    package let path: String
    package let object: JSON.Object
    /// Whether it only adds restrictions to what was said before.
    package var onlyCloses = false
}

/// One look at the files of policy, and what it found beside the decisions themselves.
struct PolicyLook {
    /// Each drop-in is a file for people to read; `elections.json` may be longer.
    static let maximumBytes = 1 << 20

    /// Files of the admin's and what they say.
    var report = PolicyReport()
    /// A sentence for each file or entry that could not be used; none of them stops a load.
    var problems: [String] = []
    /// The admin's files that were read.
    private(set) var paths: [String] = []
    /// Whether every folder could be listed.
    private(set) var isComplete = true
    /// A file or folder that may close anything, as it is not known what it says.
    private(set) var closedBy: String?
    let lastGood: LastGood
    /// Called with each path before it is touched.
    let note: (String) -> Void
    private let folders: [String]

    init(_ path: SearchPath, _ lastGood: LastGood, note: @escaping (String) -> Void = { _ in }) {
        (folders, self.lastGood, self.note) = (path.policyFolders, lastGood, note)
    }

    mutating func readSettings() -> [PolicyDocument] {
        var documents = read(folders.map { .policy($0 + "/activityd.json") }, .configuration)
        documents += readDropIns(.configuration)
        if let closedBy { documents.append(PolicySettings.closed(by: closedBy)) }
        for document in documents {
            for (key, value) in document.object.members
            where !document.onlyCloses || PolicySettings.keys.contains(key) {
                let entry = PolicyEntry(kind: .configuration, key: key, value: value, path: document.path)
                // Lists that only close hold beside each other.
                if document.onlyCloses, key == PolicySettings.allowedKey {
                    report.append(entry)
                } else {
                    report.add(entry)
                }
            }
        }
        return documents
    }

    /// Reads the drop-ins of a kind, the first layer's over those of the same name.
    ///
    /// - Returns: the documents that count, each over those before it.
    mutating func readDropIns(_ kind: PolicyKind) -> [PolicyDocument] {
        var candidates: [ExactText: [StateFile]] = [:]
        for folder in folders.map({ $0 + "/" + kind.folder }) {
            note(folder)
            for name in dropIns(in: folder, kind) {
                candidates[ExactText(name), default: []].append(.policy(folder + "/" + name))
            }
        }
        let sorted = candidates.map { (name: Array($0.text.utf8), files: $1) }
            .sorted { $0.name.lexicographicallyPrecedes($1.name) }
        return sorted.flatMap { read($0.files, kind) }
    }

    /// The names in a folder or, where it cannot be listed, those of which it is known what they said.
    private mutating func dropIns(in path: String, _ kind: PolicyKind) -> [String] {
        var names: [String] = []
        do throws(StorageError) {
            guard let folder = try Folder.existing(path) else { return [] }
            var misnamed: [(name: String, complaint: String)] = []
            try folder.visit { bytes, _ in
                if let text = String(validating: UnsafeRawBufferPointer(bytes), as: UTF8.self),
                    JSON.takes(text)
                {
                    names.append(text)
                    return true
                }
                let name = FileName(UnsafeRawBufferPointer(bytes))
                if Self.isDropIn(name.text), let complaint = name.complaint {
                    misnamed.append((name.text, complaint))
                }
                return true
            }
            for (name, complaint) in misnamed {
                close(path + "/" + name, kind, "\(path)/\(name) \(complaint).")
            }
        } catch {
            isComplete = false
            lastGood.files.note(error)
            names = lastGood.names(in: path)
            problems.append(error.description)
            if lastGood.mayHaveSaidMore() || names.isEmpty && error.isPassing { close(path, kind) }
        }
        return names.filter(Self.isDropIn)
    }

    /// Editors and packagers put files aside under other names.
    private static func isDropIn(_ name: String) -> Bool {
        let ending = ".json".utf8
        return name.utf8.first != UInt8(ascii: ".") && name.utf8.count > ending.count
            && name.utf8.suffix(ending.count).elementsEqual(ending)
    }

    /// The names of the masks in a folder of bundles; where that cannot be listed, of those that it had last.
    mutating func readMasks(in path: String) -> [String] {
        let file = StateFile.policy(path)
        note(path)
        do throws(StorageError) {
            guard let folder = try Folder.existing(path) else {
                lastGood.keep(nil, of: file)
                return []
            }
            var names: [String] = []
            for (name, isFolder) in try folder.entries()
            where !isFolder && name.fault == nil && Survey.isBundleName(name.text) {
                // A link may lead to a file system that hangs.
                note(path + "/" + name.text)
                if (try? folder.isMask(name.text)) != false { names.append(name.text) }
            }
            lastGood.keep(JSON.Object([(Self.masksKey, names.json)]), of: file)
            return names
        } catch {
            // The survey names it.
            lastGood.files.note(error)
            let last = lastGood.version(of: file)
            let kept = ([last].compactMap(\.self) + lastGood.restrictions(of: file))
                .map { $0.value(Self.masksKey).flatMap { try? [String](json: $0) } }
            if kept.contains(nil) || last == nil && (lastGood.mayHaveSaidMore() || error.isPassing) {
                close(path, .configuration)
            }
            return kept.flatMap { $0 ?? [] }.withoutRepeats
        }
    }

    private static let masksKey = "masks"

    /// Reads one of `candidates`: the first that there is, and those behind it where that never could be used.
    mutating func read(_ candidates: [StateFile], _ kind: PolicyKind) -> [PolicyDocument] {
        guard let file = candidates.first else { return [] }
        let behind = Array(candidates.dropFirst())
        note(file.path)
        guard !file.isMask else {
            // A file that says nothing, also while its folder cannot be listed.
            lastGood.keep(JSON.Object(), of: file)
            report.files.append(PolicyFile(path: file.path, kind: kind, state: .mask))
            hide(behind, by: file, kind)
            return []
        }
        let content = kind.checked(lastGood.files.content(of: file))
        if case .absent = content {
            lastGood.keep(nil, of: file)
            return read(behind, kind)
        }
        let understood = content.object.map { PolicyContent($0, of: kind) }
        let faults =
            [file.problem(with: content)].compactMap { $0 }
            + (understood?.faults ?? []).map { "\(file.path): \($0)" }
        problems += faults
        // The report lists the admin's files, and a file that a daemon wrote is none.
        if file.isReadOnly {
            paths.append(file.path)
            let state: PolicyFileState = faults.isEmpty ? .used : .broken
            report.files.append(PolicyFile(path: file.path, kind: kind, state: state))
        }
        if let understood, understood.isWhole {
            lastGood.keep(understood.object, of: file)
            hide(behind, by: file, kind)
            return [PolicyDocument(path: file.path, object: understood.object)]
        }
        return complete(file, kind, content, understood?.object, behind)
    }

    /// The documents that count for a file that is not understood whole.
    private mutating func complete(
        _ file: StateFile, _ kind: PolicyKind, _ content: StateFile.Content, _ understood: JSON.Object?,
        _ behind: [StateFile]
    ) -> [PolicyDocument] {
        let last = lastGood.version(of: file)
        var documents: [PolicyDocument] = []
        if let last {
            documents.append(PolicyDocument(path: file.path, object: last))
        } else if !content.isPassing {
            documents = read(behind, kind)
        }
        if last != nil || content.isPassing { hide(behind, by: file, kind) }
        let part = JSON.Object.closing([understood ?? JSON.Object()])
        lastGood.close(part, of: file)
        let restrictions = lastGood.restrictions(of: file)
        if let understood {
            documents.append(PolicyDocument(path: file.path, object: understood.withoutPolicy))
        }
        documents += restrictions.map { PolicyDocument(path: file.path, object: $0, onlyCloses: true) }
        let isClear = ([last].compactMap(\.self) + restrictions).allSatisfy {
            kind.checked(.object($0)).object != nil
        }
        if !isClear || last == nil && (lastGood.mayHaveSaidMore() || content.isPassing) {
            close(file.path, kind)
        } else if last.map({ $0 != understood }) == true || restrictions.contains(where: { $0 != part }) {
            let former =
                last == nil ? "what it has closed stays closed" : "its previous contents stay in force"
            problems.append("\(file.path): \(former) until it is corrected.")
        }
        return documents
    }

    private mutating func hide(_ files: [StateFile], by file: StateFile, _ kind: PolicyKind) {
        var status = stat()
        for hidden in files where lstat(hidden.path, &status) == 0 {
            report.files.append(PolicyFile(path: hidden.path, kind: kind, state: .hidden, by: file.path))
        }
    }

    /// Arrangements close nothing.
    private mutating func close(_ path: String, _ kind: PolicyKind, _ problem: String? = nil) {
        problems += [problem].compactMap { $0 }
        guard kind != .arrangement else { return }
        closedBy = path
        problems.append("\(path): No activity is listed until it can be read, as it may allow none.")
    }
}

extension SearchPath {
    var dropInFolders: [String] {
        policyFolders.flatMap { layer in PolicyKind.allCases.map { layer + "/" + $0.folder } }
    }
}

extension StateFile {
    static func policy(_ path: String) -> StateFile {
        StateFile(path: path, audience: .everybody, isReadOnly: true, limit: PolicyLook.maximumBytes)
    }

    /// Whether it is a link that leads to /dev/null.
    fileprivate var isMask: Bool {
        var status = stat()
        return isReadOnly && stat(path, &status) == 0 && Folder.isNull(status)
    }
}
