// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import Host
import StrictJSON

/// The elections of the admin and of the person, each in files of their own:
/// `{"elections": {"org.example.resize": {"election": "ignore", "locked": true}}}`.
///
/// The user's daemon reads all of them and writes the person's; the system's reads the admin's two and writes
/// the second. Of an admin's file that cannot be used, what it said last stays in force.
package struct ElectionStore {
    /// The admin's own hand, never written here: `/etc/activityd/elections.json`.
    private let configuration: StateFile
    /// What `Elect` in the system scope wrote: `/var/lib/activityd/elections.json`.
    private let system: StateFile
    /// `$XDG_STATE_HOME/activityd/elections.json`; nil in the system scope.
    private let person: StateFile?
    private let lastGood: LastGood

    /// Paths of the files; `person` is nil in the system scope.
    package init(configuration: String, system: String, person: String?, lastGood: LastGood) {
        self.configuration = StateFile(path: configuration, audience: .everybody, isReadOnly: true)
        self.system = StateFile(path: system, audience: .everybody)
        self.person = person.map { StateFile(path: $0, audience: .owner) }
        self.lastGood = lastGood
    }

    /// The files that `load` reads, for the watcher.
    package var paths: [String] { [configuration.path, system.path] + (person.map { [$0.path] } ?? []) }

    /// The scope's own file, which `elect` writes.
    private var own: StateFile { person ?? system }
    var folder: String { Folder.split(own.path).folder }
    var audience: StateFile.Audience { own.audience }

    /// Everybody's decisions. Of the admin's files the second wins, except over a lock in the first.
    ///
    /// - Parameter note: called with the path of each file before it is read.
    /// - Returns: and a sentence for each file or entry that could not be used, none of which stops a load; and the
    ///   identifiers that each file names, by its path.
    package func load(
        note: (String) -> Void = { _ in }
    ) -> (elections: Elections, problems: [String], named: [String: Set<String>]) {
        var problems: [String] = []
        note(configuration.path)
        let configured = entries(of: configuration, &problems)
        note(system.path)
        let chosen = entries(of: system, &problems)
        let admin = configured.merging(chosen) { first, second in first.isLocked ? first : second }
        if let person { note(person.path) }
        let own = person.map { entries(of: $0, isPersons: true, &problems) } ?? [:]
        var named = [configuration.path: Set(configured.keys), system.path: Set(chosen.keys)]
        if let person { named[person.path] = Set(own.keys) }
        return (Elections(admin: admin, person: own.mapValues(\.election)), problems, named)
    }

    /// Why this scope may not decide so: another's lock, or one in the user scope; nil where it may.
    func refusal(of identifier: String, lock: Bool) -> ChangeFault? {
        guard !lock || person == nil else {
            return .notPermitted(reason: "Only the system scope locks an election. Leave the lock out.")
        }
        return self.lock(on: identifier) == nil ? nil : .lockedByAdmin(identifier)
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
    /// - Parameter confirm: called when it is written; where it throws, the decision is taken back.
    /// - Throws: `storage`; what `confirm` throws.
    package func elect(
        _ identifier: String, _ election: Election, lock: Bool = false,
        confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let entry = AdminElection(election, isLocked: lock)
        let content = ElectionDocument.checked(own.content())
        let former = lastGood.version(of: own, content, isWhole: false)
        var root = JSON.Object()
        switch content {
        case .object(let object): root = object
        case .corrupt: root = former ?? root
        case .absent, .unreadable: break
        }
        let value = election == .default && !lock ? JSON?.none : entry.json
        let changed = ElectionDocument.setting(identifier, to: value, in: root)
        guard changed != root else { return try confirm() }
        // Where another part of the file cannot be used, the last good version speaks for what is missing.
        if let former {
            lastGood.keep(ElectionDocument.setting(identifier, to: value, in: former), of: own)
        }
        do throws(StorageError) {
            try own.write(changed, over: content, confirm: confirm)
        } catch {
            if let former { lastGood.keep(former, of: own) }
            throw error
        }
    }

    /// Whether the scope's own file decides so, or, for `default`, not at all.
    func holds(_ election: Election, lock: Bool, for identifier: String) -> Bool {
        var unused: [String] = []
        let found = entries(of: own, isPersons: person != nil, &unused)[identifier]
        return found == (election == .default && !lock ? nil : AdminElection(election, isLocked: lock))
    }

    /// The file's entries. Where part of an admin's file cannot be used, what its last good version says stays in
    /// force beside what can: neither a typing error nor a new lock next to it unlocks anything.
    private func entries(of file: StateFile, isPersons: Bool = false, _ problems: inout [String])
        -> [String: AdminElection]
    {
        let content = ElectionDocument.checked(file.content())
        var document = ElectionDocument(isPersons: isPersons)
        if case .object(let object) = content { document.read(object) }
        if let problem = file.problem(with: content) { problems.append(problem) }
        problems += document.faults.map { "\(file.path): \($0)" }
        guard !isPersons, let before = lastGood.version(of: file, content, isWhole: document.isWhole) else {
            return document.doubtful.merging(document.entries) { $1 }
        }
        problems.append(LastGood.notice(file))
        var last = ElectionDocument(isPersons: false)
        last.read(before)
        return document.doubtful.merging(last.doubtful.merging(last.entries) { $1 }) { $1 }
            .merging(document.entries) { $1 }
    }
}
