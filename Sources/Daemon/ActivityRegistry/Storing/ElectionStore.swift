// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// The elections of the admin and of the person, each in files of their own:
/// `{"elections": {"org.example.resize": {"election": "ignore", "locked": true}}}`.
///
/// The user's daemon reads all of them and writes the person's; the system's reads the admin's and writes the last of
/// those. `PolicyLook` says what counts of an admin's file that cannot be used.
struct ElectionStore {
    /// The admin's own hand, never written here: `/etc/activityd/elections.json`, and the drop-ins over it.
    private let configuration: StateFile
    /// The files that `Elect` writes.
    let files: ScopeFiles
    let path: SearchPath
    let lastGood: LastGood

    init(_ path: SearchPath, lastGood: LastGood) {
        configuration = StateFile(
            path: path.configurationFolder + "/elections.json", audience: .everybody, isReadOnly: true)
        files = ScopeFiles(path, key: ElectionDocument.key)
        (self.path, self.lastGood) = (path, lastGood)
    }

    /// The files that `load` reads besides drop-ins, for the watcher.
    var paths: [String] { [configuration.path] + files.paths }

    /// Everybody's decisions. Of the admin's files a later one wins; what `Elect` wrote comes last, except over a lock.
    ///
    /// - Returns: beside the elections the identifiers that each file names, by its path. Drop-ins go to machines on
    ///   which not every activity is installed, and are left out.
    func load(_ look: inout PolicyLook) -> (elections: Elections, named: [String: Set<String>]) {
        var elections = Elections()
        let configured = configuredElections(&look)
        elections.admin = configured.elections
        var named = configured.named
        let chosen = written(&look)
        if !chosen.isEmpty { elections.configured = configured.elections }
        for (_, key, election) in chosen {
            let isLocked = configured.elections[key]?.isLocked == true
            look.report.add(PolicyEntry(key, election, in: files.system.path), yields: isLocked)
            if !isLocked { elections.admin[key] = election }
        }
        named[files.system.path] = Set(chosen.map(\.key).filter(Identifier.isValid))
        guard let person = files.person else { return (elections, named) }
        look.note(person.path)
        let own = entries(of: person, &look.problems)
        elections.person = own.mapValues(\.election)
        named[person.path] = Set(own.keys)
        return (elections, named)
    }

    /// Elections that the admin wrote by hand.
    private struct Configured {
        var elections = ElectionTable()
        /// The file that an election stands in, by its identifier or pattern.
        var origins: [String: String] = [:]
        /// The identifiers that elections.json names, by its path.
        var named: [String: Set<String>] = [:]

        /// The file whose lock is on an activity; nil without one.
        func lock(on activity: ActivityTraits) -> String? {
            guard let (name, election) = elections.entry(for: activity), election.isLocked else { return nil }
            return origins[name]
        }
    }

    private func configuredElections(_ look: inout PolicyLook) -> Configured {
        let documents = look.read([configuration], .elections) + look.readDropIns(.elections)
        var configured = Configured()
        for (path, key, election) in documents.elections {
            configured.elections[key] = election
            configured.origins[key] = path
            look.report.add(PolicyEntry(key, election, in: path))
            if path == configuration.path, Identifier.isValid(key) {
                configured.named[path, default: []].insert(key)
            }
        }
        return configured
    }

    /// The elections that `Elect` in the system scope wrote.
    private func written(_ look: inout PolicyLook) -> [(path: String, key: String, value: AdminElection)] {
        look.read([files.system], .elections).elections
    }

    /// Why this scope may not decide so: another's lock, or one in the user scope; nil where it may.
    func refusal(of activity: ActivityTraits, lock: Bool) -> ChangeFault? {
        guard !lock || files.person == nil else {
            return .notPermitted(reason: "Only the system scope locks an election. Leave the lock out.")
        }
        return self.lock(on: activity) == nil ? nil : .lockedByAdmin(activity.identifier)
    }

    /// The file whose lock keeps this scope from electing an activity; nil where nothing does. What `Elect`
    /// in the system scope has locked, it can also unlock; what is locked in the admin's files is changed there alone.
    func lock(on activity: ActivityTraits) -> String? {
        var look = PolicyLook(path, lastGood)
        if let path = configuredElections(&look).lock(on: activity) { return path }
        guard files.person != nil else { return nil }
        var written = ElectionTable()
        for (_, key, election) in self.written(&look) { written[key] = election }
        return written.entry(for: activity)?.election.isLocked == true ? files.system.path : nil
    }

    /// Writes a decision to the scope's own file; it is on the disk when this returns. `default` without a
    /// lock takes the entry out.
    ///
    /// - Parameter confirm: called when it is written; where it throws, the decision is taken back.
    /// - Throws: `storage`; what `confirm` throws.
    func elect(
        _ identifier: String, _ election: Election, lock: Bool = false,
        confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let entry = AdminElection(election, isLocked: lock)
        let own = files.own
        let content = ElectionDocument.checked(own.content())
        let former = files.person == nil ? lastGood.known(of: own) : nil
        var root = JSON.Object()
        switch content {
        case .object(let object): root = object
        case .corrupt: root = former?.whole ?? root
        case .absent, .unreadable: break
        }
        let value = election == .default && !lock ? JSON?.none : entry.json
        let changed = ElectionDocument.setting(identifier, to: value, in: root)
        guard changed != root else { return try confirm() }
        // Where another part of the file cannot be used, it opens nothing by itself.
        if let former {
            let whole = ElectionDocument.setting(identifier, to: value, in: former.whole ?? JSON.Object())
            let closing = former.closing.map { ElectionDocument.setting(identifier, to: nil, in: $0) }
            lastGood.keep((whole, closing), of: own)
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
        ownElection(of: identifier)
            == (election == .default && !lock ? nil : AdminElection(election, isLocked: lock))
    }

    /// The decision in the scope's own file; nil if there is none.
    func ownElection(of identifier: String) -> AdminElection? {
        var look = PolicyLook(path, lastGood)
        if let person = files.person { return entries(of: person, &look.problems)[identifier] }
        return written(&look).last { $0.key == identifier }?.value
    }

    /// The entries of the person's file.
    private func entries(of file: StateFile, _ problems: inout [String]) -> [String: AdminElection] {
        let content = ElectionDocument.checked(lastGood.files.content(of: file))
        var document = ElectionDocument(isPersons: true)
        if let object = content.object { document.read(object) }
        problems +=
            [file.problem(with: content)].compactMap { $0 } + document.faults.map { "\(file.path): \($0)" }
        return document.entries
    }
}

extension PolicyDocument {
    /// The elections by identifier or pattern, sorted by that.
    var elections: [(key: String, value: AdminElection)] {
        var document = ElectionDocument(isPersons: false)
        document.read(object)
        return document.entries.sorted { $0.key < $1.key }
    }
}

extension [PolicyDocument] {
    /// The elections of all files, each where it changes what was said before. One that closes locks as well, as it may
    /// have been meant to.
    fileprivate var elections: [(path: String, key: String, value: AdminElection)] {
        var known: [String: AdminElection] = [:]
        // An election that the file had when it was whole gains no lock now that it is broken.
        var whole: [String: [String: AdminElection]] = [:]
        return flatMap { document in
            document.elections.compactMap { key, value in
                var election = value
                if document.onlyCloses {
                    guard value.election == .ignore, whole[document.path]?[key] != value else { return nil }
                    election = AdminElection(.ignore, isLocked: true)
                } else {
                    whole[document.path, default: [:]][key] = value
                }
                guard known[key] != election else { return nil }
                known[key] = election
                return (document.path, key, election)
            }
        }
    }
}

extension PolicyEntry {
    fileprivate init(_ key: String, _ election: AdminElection, in path: String) {
        self.init(kind: .elections, key: key, value: election.json, path: path)
    }
}
