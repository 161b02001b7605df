// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// Validates one bundle outside the search path by the loader's steps: for Register, Check and authors.
package struct BundleValidator: Sendable {
    /// Maximum files of a bundle sent in one message.
    package static let maximumFiles = 256

    let neighbours: Neighbours
    let isSystem: Bool
    let isGenerated: Bool
    let trust: Trust?
    let programPath: String?
    let surroundings: Surroundings
    let established: [String: String]

    /// - Parameters:
    ///   - neighbours: the bundles with which to compare titles and programs.
    ///   - isSystem: whether to apply the rules for system bundles.
    ///   - isGenerated: whether a generator made the bundle.
    ///   - trust: accepted owners and groups; nil accepts every owner, as an author's own checks do.
    ///   - programPath: PATH for the lookup of required programs; nil skips the check of requirements.
    ///   - established: titles that custom activities may keep, keyed by identifier.
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

    /// Validates files sent in a message; the manifest contains the identifier.
    package func candidate(files: [BundleFile]) -> Candidate {
        do throws(StorageError) {
            try BundleFile.checkPaths(of: files)
        } catch {
            return invalidCandidate("", "", error.description)
        }
        guard files.count <= Self.maximumFiles else {
            return invalidCandidate(
                "", "", "There are \(files.count) files. A bundle has \(Self.maximumFiles) at most.")
        }
        var draft = BundleDraft(identifier: "", path: "", source: source)
        draft.read(from: BundleFiles(files), folder: nil)
        draft.identifier = draft.manifest.identifier
        var candidate = judged(draft)
        candidate.ownIcons = draft.icons
        return candidate
    }

    /// Validates the bundle's folder at `path`, which must not itself be a link. If the folder's name is not
    /// a bundle name, the identifier comes from the manifest, as in Register.
    package func candidate(folder path: String) -> Candidate {
        let path = Self.named(path)
        let name = Folder.split(path).name
        let draft = BundleDraft(
            identifier: BundleName.identifier(in: name) ?? "", path: path, source: source,
            isGenerated: isGenerated)
        return candidate(draft, folder: name)
    }

    /// Validates the folder to which a link leads; the identifier comes from the manifest.
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
            return invalidCandidate(draft.identifier, draft.path, isFolder ? error.description : sentence)
        }
        if draft.identifier.isEmpty { draft.identifier = draft.manifest.identifier }
        return judged(draft)
    }

    /// Returns the rejection of a bundle whose folder's name is not UTF-8 in Normalization Form C.
    package func candidate(misnamed name: FileName) -> Candidate {
        invalidCandidate(
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

    private func invalidCandidate(_ identifier: String, _ path: String, _ reason: String) -> Candidate {
        Candidate(
            BundleRecord(
                identifier: identifier, path: path, source: source,
                diagnostics: [Diagnostic(.bundlePath, reason)]))
    }

    /// Resolves paths that end in `.`, `..` or a slash, since these do not contain the folder's name.
    private static func named(_ path: String) -> String {
        let name = Folder.split(path).name
        return [".", "..", ""].contains(name) ? RealPath.find(path) ?? path : path
    }
}
