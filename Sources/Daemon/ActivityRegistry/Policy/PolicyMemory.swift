// SPDX-License-Identifier: Apache-2.0
//
// The last whole files are kept across restarts, because an idle daemon exits and the next one would start
// with the broken file. A person's daemon also uses the system scope's kept files: they serve a person who
// logs in after a file broke, and the person cannot edit them to unlock an activity. If the kept files cannot
// be read, a broken file may have had any content.

import ActivityPolicy
package import Host
import StrictJSON

/// The kept documents of former scans: the scope's own, and for a person's daemon the system scope's too.
package final class PolicyMemory {
    private let file: StateFile
    /// Documents kept by a trusted file or this process.
    private var memory: PolicyKeeper
    /// Documents in the person's file, which the person may have edited.
    private var persons: PolicyKeeper?
    private let system: StateFile?
    private let layout: PolicyLayout
    private var systems: PolicyKeeper?
    private var isChanged: Bool
    /// The reason why the kept documents cannot be read; nil if they can, or none exist.
    var fault: String? { systemFault ?? ownFault }
    private var systemFault: String?
    private var ownFault: String?
    /// Whether a file is broken while `fault` lasts; the unreadable kept documents are then not overwritten.
    private var isDoubted = false
    let files: FragmentCache

    private static let name = "/last-good.json"
    /// Room for the drop-ins of all eight folders: two in each of four layers.
    private static let maximumBytes = 8 * PolicyReader.maximumTotal

    /// - Parameters:
    ///   - folder: the scope's state folder.
    ///   - isPersons: whether the folder is a person's, which other users cannot read.
    ///   - system: the system scope's state folder.
    init(
        folder: String, isPersons: Bool, system: String? = nil, _ layout: PolicyLayout,
        files: FragmentCache = FragmentCache()
    ) {
        (self.layout, self.files) = (layout, files)
        func kept(_ folder: String, _ audience: StateFile.Audience, isReadOnly: Bool) -> StateFile {
            StateFile(
                path: folder + Self.name, audience: audience, isReadOnly: isReadOnly, limit: Self.maximumBytes
            )
        }
        file = kept(folder, isPersons ? .owner : .everybody, isReadOnly: false)
        self.system = system.map { kept($0, .everybody, isReadOnly: true) }
        let (kept, fault) = Self.read(file, files, isTrusted: !isPersons, layout)
        memory = isPersons ? PolicyKeeper() : kept
        persons = isPersons ? kept : nil
        ownFault = fault
        isChanged = fault != nil
        readSystem()
    }

    convenience init(of path: SearchPath, _ known: FragmentCache.Known = [:]) {
        let own = path.stateFolders.first ?? ""
        let isPersons = path.scope == .user
        self.init(
            folder: own, isPersons: isPersons, system: isPersons ? path.stateFolders.last : nil,
            path.layout, files: FragmentCache(known))
    }

    private static func read(
        _ file: StateFile, _ files: FragmentCache, isTrusted: Bool, _ layout: PolicyLayout
    ) -> (PolicyKeeper, fault: String?) {
        let remedy = file.isReadOnly ? "" : Self.remedy
        let none = PolicyKeeper(isTrusted: isTrusted)
        guard let fragment = files.fragment(file, .state) else { return (none, nil) }
        guard let object = fragment.object else { return (none, fragment.sentences[0] + remedy) }
        do throws(JSON.Mismatch) {
            return (try PolicyKeeper(object, isTrusted: isTrusted, layout), nil)
        } catch {
            return (none, "\(file.path): \(error); a newer version may have written it.\(remedy)")
        }
    }

    private static let remedy =
        " It is written anew once no policy file is broken; until then no activity is listed. "
        + "Correct, mask or take away the broken files."

    /// Rereads changed files, and the documents that the system scope's daemon has kept meanwhile.
    func beginScan() {
        files.beginScan()
        readSystem()
        // The person may have removed or restored the file.
        if persons != nil, ownFault != nil {
            let (kept, fault) = Self.read(file, files, isTrusted: false, layout)
            (persons, ownFault) = (kept, fault)
        }
    }

    private func readSystem() {
        guard let system else { return }
        let (kept, fault) = Self.read(system, files, isTrusted: true, layout)
        (systems, systemFault) = (kept, fault)
    }

    var keepers: [PolicyKeeper] { [memory] + [systems, persons].compactMap(\.self) }

    /// Paths of deciding files that another daemon writes.
    var watched: [String] { system.map { [$0.path] } ?? [] }

    /// The document of a file that a trusted keeper knows.
    func document(at path: String) -> JSON.Object? {
        keepers.lazy.filter(\.isTrusted).compactMap { $0.document(at: path) }.first
    }

    func paths(in folder: String) -> [String] {
        let beginning = (folder + "/").utf8
        return Set(keepers.flatMap(\.paths)).map(\.text).filter { $0.utf8.starts(with: beginning) }.sorted()
    }

    func update(_ scan: PolicyScan, isFaulty: Bool) {
        isDoubted = fault != nil && isFaulty
        let before = persons ?? memory
        memory.record(scan)
        persons?.record(scan)
        isChanged = isChanged || (persons ?? memory) != before
    }

    /// Writes the kept documents if they have changed.
    ///
    /// Called before a policy takes effect, because a file may break at once.
    ///
    /// - Throws: if the file cannot be written, or another daemon is writing in the same folder; the next
    ///   call tries again.
    package func save() throws(StorageError) {
        // An unreadable file stays until nothing depends on it.
        guard isChanged, !isDoubted else { return }
        try file.replaceIfFree((persons ?? memory).object)
        isChanged = false
        ownFault = nil
    }
}
