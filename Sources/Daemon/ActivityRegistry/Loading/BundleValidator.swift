// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// Judges one bundle that is not, or not yet, in the search path, by the loader's own steps.
package struct BundleValidator: Sendable {
    /// Maximum files of one bundle that comes in one message.
    package static let maximumFiles = 256

    let neighbours: Neighbours
    let isSystem: Bool
    let isGenerated: Bool
    let trust: Trust?
    let programPath: String?
    let surroundings: Surroundings
    let established: [String: String]

    /// - Parameters:
    ///   - neighbours: what it will stand beside.
    ///   - isSystem: whether it is to lie among the system's.
    ///   - isGenerated: whether a generator has made it.
    ///   - trust: whose folders are taken; nil takes everybody's, as an author's own checks do.
    ///   - programPath: PATH, in which required programs are looked up; nil where nothing that is required matters.
    ///   - established: titles that custom activities bear by right, by identifier.
    package init(
        neighbours: Neighbours, isSystem: Bool = false, isGenerated: Bool = false, trust: Trust? = nil,
        programPath: String? = nil,
        surroundings: Surroundings = Surroundings(session: nil),
        established: [String: String] = [:]
    ) {
        self.neighbours = neighbours
        self.isSystem = isSystem
        self.isGenerated = isGenerated
        self.trust = trust
        self.programPath = programPath
        self.surroundings = surroundings
        self.established = established
    }

    /// Judges files that came in a message; the manifest gives the identifier.
    package func candidate(files: [BundleFile]) -> Candidate {
        do throws(StorageError) {
            try BundleFile.checkPaths(of: files)
        } catch {
            return faulty("", "", error.description)
        }
        guard files.count <= Self.maximumFiles else {
            return faulty(
                "", "", "There are \(files.count) files. A bundle has \(Self.maximumFiles) at most.")
        }
        var draft = BundleDraft(identifier: "", path: "", source: source)
        draft.read(from: BundleFiles(files), folder: nil)
        draft.identifier = draft.manifest.identifier
        var candidate = judged(draft)
        candidate.ownIcons = draft.icons
        return candidate
    }

    /// Judges the bundle's folder at `path`, which is no link itself. Where its name is no bundle's, the manifest gives
    /// the identifier, as it does when it is registered.
    package func candidate(folder path: String) -> Candidate {
        let path = Self.named(path)
        let name = Folder.split(path).name
        let draft = BundleDraft(
            identifier: BundleName.identifier(in: name) ?? "", path: path, source: source,
            isGenerated: isGenerated)
        return candidate(draft, folder: name)
    }

    /// Judges the bundle's folder at `path` as one that a link leads to: the manifest gives the identifier.
    func candidate(linked path: String) -> Candidate {
        candidate(BundleDraft(identifier: "", path: path, source: source), folder: nil)
    }

    private func candidate(_ draft: BundleDraft, folder name: String?) -> Candidate {
        var draft = draft
        do throws(StorageError) {
            draft.read(BundleFolder(try Folder(bundle: draft.path), trust: trust), folder: name)
        } catch {
            let isFolder = error.code != ENOENT && error.code != ENOTDIR
            let sentence = "\(draft.path) is not a folder. Give the folder that holds manifest.json."
            return faulty(draft.identifier, draft.path, isFolder ? error.description : sentence)
        }
        if draft.identifier.isEmpty { draft.identifier = draft.manifest.identifier }
        return judged(draft)
    }

    /// The rejection of a bundle whose folder's name is not UTF-8 in Normalization Form C.
    package func candidate(misnamed name: FileName) -> Candidate {
        faulty(
            name.text, name.text,
            "Its name \(name.complaint ?? "is none. Rename it") to the activity's identifier.")
    }

    private var source: Bundle.Source { isSystem ? .system : .custom }

    private func judged(_ draft: BundleDraft) -> Candidate {
        var draft = draft
        TitleCheck(neighbours: neighbours, established: established).check(&draft)
        if !isSystem, Identifier.isValid(draft.identifier),
            neighbours.systemIdentifiers.contains(draft.identifier)
        {
            draft.diagnostics.append(.reserved(draft.identifier))
        }
        var candidate = Candidate(draft.record, trust: trust)
        if let programPath {
            var provisions = Provisions(programPath, surroundings)
            candidate.missing = provisions.missing(candidate.manifest.requirements)
        }
        if !isSystem { candidate.compare(with: neighbours) }
        return candidate
    }

    private func faulty(_ identifier: String, _ path: String, _ reason: String) -> Candidate {
        Candidate(
            BundleRecord(
                identifier: identifier, path: path, source: source,
                diagnostics: [Diagnostic(.bundlePath, reason)]))
    }

    /// The path with a name at its end: `.` and `..` have none.
    private static func named(_ path: String) -> String {
        let name = Folder.split(path).name
        return [".", "..", ""].contains(name) ? RealPath.find(path) ?? path : path
    }
}
