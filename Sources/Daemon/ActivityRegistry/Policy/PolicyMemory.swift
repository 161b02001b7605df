// SPDX-License-Identifier: Apache-2.0
//
// The last whole files are kept over restarts, since an idle daemon ends and the next one starts with the broken file. A person's
// daemon goes by what the system scope's keeps as well, which serves a person who logs in after a file broke, and cannot be
// changed by one who would unlock something. Where what was kept cannot be read, a file that is not whole may have said
// anything.

import ActivityPolicy
package import Host
import StrictJSON

/// The knowledge of former looks that a scope's daemon has: its own, and for a person's daemon the system scope's.
package final class PolicyMemory {
    private let file: StateFile
    /// Looks that a trusted file or this process has kept.
    private var memory: PolicyKeeper
    /// A person's daemon writes this; the person may have changed it.
    private var persons: PolicyKeeper?
    private let system: StateFile?
    private var systems: PolicyKeeper?
    private var isChanged: Bool
    /// Why what was kept cannot be read; nil where it can be, or nothing was kept.
    private(set) var fault: String?
    /// Whether a file is faulty while `fault` lasts, so that what cannot be read is not overwritten.
    private var isDoubted = false
    /// Present contents of the files of policy.
    let files: FragmentCache

    private static let name = "/last-good.json"

    /// - Parameters:
    ///   - folder: the scope's state folder.
    ///   - isPersons: whether it is a person's, which other users cannot read.
    ///   - system: the system scope's state folder.
    init(folder: String, isPersons: Bool, system: String? = nil, files: FragmentCache = FragmentCache()) {
        self.files = files
        file = StateFile(path: folder + Self.name, audience: isPersons ? .owner : .everybody)
        self.system = system.map { StateFile(path: $0 + Self.name, audience: .everybody, isReadOnly: true) }
        let (kept, fault) = Self.read(file, files, isTrusted: !isPersons)
        memory = isPersons ? PolicyKeeper() : kept
        persons = isPersons ? kept : nil
        // A person can take away what is the person's, so that one only ever closes.
        self.fault = isPersons ? nil : fault
        isChanged = fault != nil && !isPersons
        beginLook()
    }

    convenience init(of path: SearchPath) {
        let own = path.stateFolders.first ?? ""
        let isPersons = path.scope == .user
        self.init(folder: own, isPersons: isPersons, system: isPersons ? path.stateFolders.last : nil)
    }

    private static func read(
        _ file: StateFile, _ files: FragmentCache, isTrusted: Bool
    ) -> (PolicyKeeper, fault: String?) {
        let none = PolicyKeeper(isTrusted: isTrusted)
        guard let fragment = files.fragment(file, .state) else { return (none, nil) }
        guard let object = fragment.object else { return (none, fragment.sentences[0]) }
        do throws(JSON.Mismatch) {
            return (try PolicyKeeper(object, isTrusted: isTrusted), nil)
        } catch {
            return (none, "\(file.path): \(error).")
        }
    }

    /// Has files read again where they have changed, and what the system scope's daemon keeps meanwhile.
    func beginLook() {
        files.beginLook()
        guard let system else { return }
        let (kept, fault) = Self.read(system, files, isTrusted: true)
        (systems, self.fault) = (kept, fault)
    }

    /// Trusted ones first.
    var keepers: [PolicyKeeper] { [memory] + [systems, persons].compactMap(\.self) }

    /// The paths of files that decide as well and change elsewhere.
    var watched: [String] { system.map { [$0.path] } ?? [] }

    /// The document that a trusted keeper knows of a file.
    func document(at path: String) -> JSON.Object? {
        keepers.lazy.filter(\.isTrusted).compactMap { $0.document(at: path) }.first
    }

    /// The paths in a folder of which anything is known.
    func paths(in folder: String) -> [String] {
        let beginning = (folder + "/").utf8
        return Set(keepers.flatMap(\.paths)).map(\.text).filter { $0.utf8.starts(with: beginning) }.sorted()
    }

    func keep(_ look: PolicyLook, isFaulty: Bool) {
        isDoubted = fault != nil && isFaulty
        let before = persons ?? memory
        memory.keep(look)
        persons?.keep(look)
        isChanged = isChanged || (persons ?? memory) != before
    }

    /// Writes it down where something is new.
    ///
    /// Called before a policy is in force: a file may break at once.
    ///
    /// - Throws: where it cannot be written, or another daemon writes in the same folder; the next call tries again.
    package func save() throws(StorageError) {
        // An unreadable file stays until nothing depends on it.
        guard isChanged, !isDoubted else { return }
        try file.replaceIfFree((persons ?? memory).object)
        isChanged = false
        if system == nil { fault = nil }
    }
}
