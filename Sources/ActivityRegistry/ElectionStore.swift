// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// The elections of the admin and of the person, each in files of their own:
/// `{"elections": {"org.example.resize": {"election": "ignore", "locked": true}}}`.
///
/// The user's daemon reads all of them and writes the person's; the system's reads the admin's two and writes
/// the second.
package struct ElectionStore: Sendable {
    /// The admin's own hand, never written here: `/etc/activityd/elections.json`.
    private let configuration: StateFile
    /// What `Elect` in the system scope wrote: `/var/lib/activityd/elections.json`.
    private let system: StateFile
    /// `$XDG_STATE_HOME/activityd/elections.json`; nil in the system scope.
    private let person: StateFile?

    /// Paths of the files; `person` is nil in the system scope.
    package init(configuration: String, system: String, person: String?) {
        self.configuration = StateFile(path: configuration, audience: .everybody, isReadOnly: true)
        self.system = StateFile(path: system, audience: .everybody)
        self.person = person.map { StateFile(path: $0, audience: .owner) }
    }

    /// The files that `load` reads, for the watcher.
    package var paths: [String] { [configuration.path, system.path] + (person.map { [$0.path] } ?? []) }

    /// Everybody's decisions. Of the admin's files the second wins, except over a lock in the first.
    ///
    /// - Returns: and a sentence for each file or entry that could not be used; none of them stops a load.
    package func load() -> (elections: Elections, problems: [String]) {
        var problems: [String] = []
        let configured = entries(of: configuration, &problems)
        let chosen = entries(of: system, &problems)
        let admin = configured.merging(chosen) { first, second in first.isLocked ? first : second }
        let person = person.map { entries(of: $0, isPersons: true, &problems) } ?? [:]
        return (Elections(admin: admin, person: person.mapValues(\.election)), problems)
    }

    /// The file whose lock keeps this scope from electing `identifier`; nil where nothing does. What `Elect`
    /// in the system scope has locked, it can also unlock; what is locked in /etc is changed there alone.
    package func lock(on identifier: String) -> String? {
        let files = person == nil ? [configuration] : [configuration, system]
        var unused: [String] = []
        return files.first { entries(of: $0, &unused)[identifier]?.isLocked == true }?.path
    }

    /// Writes a decision to the scope's own file; it is on the disk when this returns. `default` without a
    /// lock takes the entry out.
    ///
    /// - Throws: `lockedByAdmin`; `notPermitted` for a lock in the user scope; `storage`.
    package func elect(_ identifier: String, _ election: Election, lock: Bool = false) throws(RegistryError) {
        guard !lock || person == nil else {
            throw .notPermitted(reason: "Only the system scope locks an election. Leave the lock out.")
        }
        if let path = self.lock(on: identifier) { throw .lockedByAdmin(identifier: identifier, path: path) }
        let entry = AdminElection(election, isLocked: lock)
        try write(
            election == .default && !lock ? JSON?.none : entry.json, under: identifier, to: person ?? system)
    }

    private func write(_ entry: JSON?, under identifier: String, to file: StateFile) throws(RegistryError) {
        let content = ElectionDocument.checked(file.content())
        var root = JSON.Object()
        if case .object(let object) = content { root = object }
        var elections = JSON.Object()
        if case .object(let object)? = root.value(ElectionDocument.key) { elections = object }
        guard entry != elections.value(identifier) else { return }
        elections.set(identifier, entry)
        root.set(ElectionDocument.key, .object(elections))
        try file.write(root, over: content)
    }

    private func entries(of file: StateFile, isPersons: Bool = false, _ problems: inout [String])
        -> [String: AdminElection]
    {
        let content = ElectionDocument.checked(file.content())
        if let problem = file.problem(with: content) { problems.append(problem) }
        guard case .object(let object) = content else { return [:] }
        var document = ElectionDocument(isPersons: isPersons)
        document.read(object)
        problems += document.faults.map { "\(file.path): \($0)" }
        return document.entries
    }
}
