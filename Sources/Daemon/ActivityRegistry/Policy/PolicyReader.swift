// SPDX-License-Identifier: Apache-2.0
//
// The admin's policy consists of files, so that any tool that manages files can manage it: packages and
// images install them in /usr/lib/activityd, /run/activityd is for the current boot, and /etc/activityd is
// for the admin. Each may contain folders of drop-ins (`elections.d`, `arrangement.d`, `activityd.json.d`),
// merged as in systemd: if several layers have a drop-in of the same name, only the first layer's is read; a
// link to /dev/null masks the name; and the drop-ins are read in the order of their names, whatever their
// layer.
//
// The reader reads each file once and does not interpret it; ActivityPolicy does.

import ActivityModel
import ActivityPolicy
import CLinux
import Glibc
import Host
import StrictJSON

struct PolicyReader {
    /// Longest file of policy, in bytes. The file that `Elect` writes may be longer.
    static let maximumBytes = 1 << 20
    /// Maximum drop-ins of a folder, and their maximum total of bytes: a hundred times a usual amount, yet
    /// read within a few seconds, while clients wait.
    static let (maximumFiles, maximumTotal) = (16_384, 16 << 20)

    let path: SearchPath
    let memory: PolicyMemory
    /// Called with each path before it is touched.
    let reportPath: (String) -> Void
    private(set) var files: [PolicyFile] = []
    /// Sentences about faults that close nothing.
    private(set) var problems: [String] = []

    init(_ path: SearchPath, _ memory: PolicyMemory, reportPath: @escaping (String) -> Void = { _ in }) {
        (self.path, self.memory, self.reportPath) = (path, memory, reportPath)
    }

    /// Reads all files and masks of the policy.
    mutating func scan() -> PolicyScan {
        PolicyScan(path.layout.masks.map { read(masksIn: $0) } + scanFiles().names)
    }

    /// Reads the files without the masks.
    mutating func scanFiles() -> PolicyScan {
        let main = path.policyFolders.map { StateFile.policy($0 + "/" + PolicyLayout.settingsName) }
        var scan = PolicyScan([read(main, .configuration)] + dropIns(.configuration))
        scan.names.append(read([.policy(path.layout.elections)], .elections))
        scan.names += dropIns(.elections)
        scan.names.append(read([StateFile(path: path.layout.elected, audience: .everybody)], .elections))
        return scan
    }

    /// The lists of the admin's arrangement, in order.
    mutating func arrangements() -> [PolicyFragment] {
        dropIns(.arrangement).flatMap(\.candidates)
    }

    /// Reads a file of the scope's state.
    mutating func read(_ file: StateFile, _ form: PolicyFragment.Form) -> PolicyFragment? {
        reportPath(file.path)
        let fragment = memory.files.fragment(file, form)
        if let fragment { problems += file.problems(with: fragment) }
        return fragment
    }

    // MARK: Files

    /// - Parameter unlisted: paths in folders that cannot be listed; a path missing there has not been
    ///   removed.
    private mutating func read(
        _ candidates: [StateFile], _ kind: PolicyKind, _ unlisted: Set<ExactText> = []
    ) -> PolicyScan.Name {
        let (memory, reportPath) = (memory, reportPath)
        let files = Dictionary(candidates.map { (ExactText($0.path), $0) }) { first, _ in first }
        let name = PolicyScan.Name(candidates.map(\.path)) {
            memory.document(at: $0) != nil
        } read: { path in
            reportPath(path)
            let fragment = files[ExactText(path)].flatMap { memory.files.fragment($0, kind.form) }
            guard fragment == nil, unlisted.contains(ExactText(path)) else { return fragment }
            return PolicyFragment(
                path, kind.form, fault: "It is missing in a folder that cannot be listed.", isUnknown: true)
        } isThere: { path in
            var status = stat()
            return lstat(path, &status) == 0 || Absence.fault(at: path) != nil
                || unlisted.contains(ExactText(path))
        }
        // The report lists only the admin's files, not a daemon's.
        if candidates.first?.isReadOnly == true { report(name, kind) }
        problems += name.candidates.filter(\.isWhole).flatMap(\.sentences)
        return name
    }

    private mutating func report(_ name: PolicyScan.Name, _ kind: PolicyKind) {
        files += name.candidates.map { fragment in
            PolicyFile(
                path: fragment.path, kind: kind,
                state: fragment.isMask ? .mask : fragment.isUsed ? .used : .broken)
        }
        files += name.hidden.map {
            PolicyFile(path: $0, kind: kind, state: .hidden, by: name.candidates.last?.path)
        }
    }

    // MARK: Folders

    /// The drop-ins of a kind, by name.
    private mutating func dropIns(_ kind: PolicyKind) -> [PolicyScan.Name] {
        var candidates: [ExactText: [StateFile]] = [:]
        var odd: [ExactText: [PolicyFragment]] = [:]
        var folders: [PolicyScan.Name] = []
        var unlisted: Set<ExactText> = []
        for folder in path.policyFolders.map({ $0 + "/" + kind.folder }) {
            reportPath(folder)
            let (names, others, obstacle) = list(folder, kind.form)
            for name in names {
                let file = StateFile.policy(folder + "/" + name)
                candidates[ExactText(name), default: []].append(file)
                if obstacle != nil { unlisted.insert(ExactText(file.path)) }
            }
            for other in others { odd[ExactText(Folder.split(other.path).name), default: []].append(other) }
            if let obstacle { folders.append(PolicyScan.Name([obstacle])) }
        }
        // Folders first: a fault names the folder that cannot be listed rather than the known files in it.
        folders += odd.sorted { $0.key.text < $1.key.text }.map { PolicyScan.Name($0.value) }
        if kind == .arrangement {
            problems += folders.flatMap(\.candidates).flatMap(\.sentences)
            folders = []
        }
        return folders
            + candidates.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
            .map { read($0.value, kind, unlisted) }
    }

    /// The names in a folder or, if it cannot be listed, the names of known files in it.
    ///
    /// - Returns: also fragments for files whose names no document can have, and the folder as an obstacle if
    ///   it cannot be listed: it may contain unknown files.
    private func list(
        _ path: String, _ form: PolicyFragment.Form
    ) -> (names: [String], odd: [PolicyFragment], obstacle: PolicyFragment?) {
        var (names, odd) = ([String](), [PolicyFragment]())
        let obstacle: PolicyFragment
        do throws(StorageError) {
            guard let folder = try Folder.existing(path) else { return ([], [], nil) }
            try folder.visit { bytes, _ in
                let name = UnsafeRawBufferPointer(bytes)
                if let text = String(validating: name, as: UTF8.self), JSON.takes(text) {
                    names.append(text)
                } else if Self.isDropIn(FileName(name).text) {
                    odd.append(Self.misnamed(FileName(name), Array(bytes) + [0], in: folder, form))
                }
                return true
            }
            names = names.filter(Self.isDropIn)
            guard isTooMuch(names, in: path) else { return (names, odd, nil) }
            let sentence =
                "\(path) has more than \(Self.maximumFiles) drop-ins, or more than "
                + "\(Self.maximumTotal >> 20) MiB of them. Merge or remove some."
            obstacle = PolicyFragment(path, form, fault: sentence, about: path, isUnknown: true)
        } catch {
            memory.files.record(error)
            let error = error.atFolder
            // A dangling link has no files behind it; any other folder may have had a lock.
            let isUnknown = if case .deadLink = error { false } else { true }
            obstacle = PolicyFragment(
                path, form, fault: error.description, about: error.path, isUnknown: isUnknown)
        }
        return (memory.paths(in: path).map { Folder.split($0).name }.filter(Self.isDropIn), odd, obstacle)
    }

    private func isTooMuch(_ names: [String], in folder: String) -> Bool {
        guard names.count <= Self.maximumFiles else { return true }
        let sizes = names.map { name in
            reportPath(folder + "/" + name)
            var status = stat()
            return stat(folder + "/" + name, &status) == 0 ? Int(status.st_size) : 0
        }
        // A longer file is not read.
        return sizes.filter { $0 <= Self.maximumBytes }.reduce(0, +) > Self.maximumTotal
    }

    /// The fragment of a file whose name no document can have. A link to /dev/null still masks the files
    /// behind it.
    private static func misnamed(
        _ name: FileName, _ bytes: [CChar], in folder: borrowing Folder, _ form: PolicyFragment.Form
    ) -> PolicyFragment {
        let path = folder.path + "/" + name.text
        var status = stat()
        guard fstatat(folder.descriptor, bytes, &status, 0) != 0 || !Folder.isNull(status) else {
            return PolicyFragment(mask: path, form)
        }
        let sentence = "\(path) \(name.complaint ?? "")."
        return PolicyFragment(path, form, fault: sentence, about: path, isUnknown: true)
    }

    /// Editors and package managers leave backups under other names.
    private static func isDropIn(_ name: String) -> Bool {
        let ending = ".json".utf8
        return name.utf8.first != UInt8(ascii: ".") && name.utf8.count > ending.count
            && name.utf8.suffix(ending.count).elementsEqual(ending)
    }

    private func read(masksIn path: String) -> PolicyScan.Name {
        reportPath(path)
        do throws(StorageError) {
            guard let folder = try Folder.existing(path) else { return PolicyScan.Name([]) }
            var names: [String] = []
            for (name, isFolder) in try folder.entries()
            where !isFolder && name.fault == nil && Survey.isBundleName(name.text) {
                // The link's target may be on a hung file system.
                reportPath(path + "/" + name.text)
                if (try? folder.isMask(name.text)) != false { names.append(name.text) }
            }
            return PolicyScan.Name([PolicyFragment(masksIn: path, names: names.sorted())])
        } catch {
            memory.files.record(error)
            return PolicyScan.Name([PolicyFragment(path, .masks, error)])
        }
    }
}

extension PolicyFragment {
    init(_ path: String, _ form: Form, _ error: StorageError) {
        let error = error.atFolder
        self.init(path, form, fault: error.description, about: error.path, isUnknown: error.isPassing)
    }
}

extension PolicyKind {
    fileprivate var form: PolicyFragment.Form {
        switch self {
        case .configuration: .settings
        case .elections: .elections
        case .arrangement: .list(rawValue)
        }
    }
}

extension StateFile {
    static func policy(_ path: String) -> StateFile {
        StateFile(path: path, audience: .everybody, isReadOnly: true, limit: PolicyReader.maximumBytes)
    }

    func problems(with fragment: PolicyFragment) -> [String] {
        let isKeptAside = !isReadOnly && fragment.object == nil && !fragment.isUnknown
        let advice =
            isKeptAside ? " Correct it; otherwise the next change renames it to \(path).corrupt." : ""
        return fragment.sentences.map { $0 + advice }
    }
}

extension SearchPath {
    var layout: PolicyLayout {
        PolicyLayout(
            layers: policyFolders, elections: configurationFolder + "/elections.json",
            elected: (stateFolders.last ?? "") + "/elections.json",
            masks: folders.filter(\.masksSystem).map(\.path))
    }

    var dropInFolders: [String] {
        policyFolders.flatMap { layer in PolicyKind.allCases.map { layer + "/" + $0.folder } }
    }
}
