// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import Host
import StrictJSON

/// The elections of the admin and of the person, each in files of their own:
/// `{"elections": {"org.example.resize": {"election": "ignore", "locked": true}}}`.
///
/// The user's daemon reads all of them and writes the person's; the system's reads the admin's and writes the last of
/// those. `PolicyFiles` says what counts of an admin's file that cannot be used.
package struct ElectionStore {
    /// The admin's own hand, never written here: `/etc/activityd/elections.json`, and the drop-ins over it.
    private let configuration: StateFile
    private let layers: PolicyLayers
    /// The file that `Elect` in the system scope writes: `/var/lib/activityd/elections.json`.
    private let system: StateFile
    /// `$XDG_STATE_HOME/activityd/elections.json`; nil in the system scope.
    private let person: StateFile?
    private let lastGood: LastGood

    /// Paths of the files; `person` is nil in the system scope.
    package init(
        configuration: String, layers: PolicyLayers = PolicyLayers([]), system: String, person: String?,
        lastGood: LastGood
    ) {
        self.configuration = StateFile(path: configuration, audience: .everybody, isReadOnly: true)
        self.layers = layers
        self.system = StateFile(path: system, audience: .everybody)
        self.person = person.map { StateFile(path: $0, audience: .owner) }
        self.lastGood = lastGood
    }

    /// Uses the files of a search path.
    package init(_ path: SearchPath, lastGood: LastGood) {
        let own = path.stateFolders.first ?? ""
        self.init(
            configuration: path.configurationFolder + "/elections.json",
            layers: PolicyLayers(path.policyFolders),
            system: (path.stateFolders.last ?? own) + "/elections.json",
            person: path.scope == .user ? own + "/elections.json" : nil, lastGood: lastGood)
    }

    /// The files that `load` reads besides drop-ins, for the watcher.
    package var paths: [String] { [configuration.path, system.path] + (person.map { [$0.path] } ?? []) }

    /// The scope's own file, which `elect` writes.
    private var own: StateFile { person ?? system }
    var folder: String { Folder.split(own.path).folder }
    var audience: StateFile.Audience { own.audience }

    /// Elections as one look reads them.
    package struct Reading {
        package fileprivate(set) var elections = Elections()
        /// A sentence for each file or entry that could not be used; none of them stops a load.
        package fileprivate(set) var problems: [String] = []
        /// The identifiers that each file names, by its path. Drop-ins go to machines on which not every activity is
        /// installed, and are left out.
        package fileprivate(set) var named: [String: Set<String>] = [:]
        /// The drop-ins that count.
        fileprivate(set) var dropIns: [String] = []
        /// Whether every folder of drop-ins could be listed.
        fileprivate(set) var isComplete = true
        /// Whether a file may lock anything, as it is not known what it says.
        fileprivate(set) var isClosed = false
    }

    /// Everybody's decisions. Of the admin's files a later one wins; what `Elect` wrote comes last, except over a lock.
    ///
    /// - Parameters:
    ///   - report: is told of each of the admin's files and elections.
    ///   - note: called with the path of each file before it is read.
    package func load(report: inout PolicyReport, note: (String) -> Void = { _ in }) -> Reading {
        var reading = Reading()
        let configured = configuredElections(&reading, &report, note: note)
        reading.elections.admin = configured.elections
        let written = written(note: note)
        reading.take(written)
        let chosen = written.elections
        if !chosen.isEmpty { reading.elections.configured = configured.elections }
        for (_, key, election) in chosen {
            let isLocked = configured.elections[key]?.isLocked == true
            report.add(PolicyEntry(key, election, in: system.path), yields: isLocked)
            if !isLocked { reading.elections.admin[key] = election }
        }
        reading.named[system.path] = Set(chosen.map(\.key).filter(Identifier.isValid))
        guard let person else { return reading }
        note(person.path)
        let own = entries(of: person, &reading.problems)
        reading.elections.person = own.mapValues(\.election)
        reading.named[person.path] = Set(own.keys)
        return reading
    }

    package func load(note: (String) -> Void = { _ in }) -> Reading {
        var report = PolicyReport()
        return load(report: &report, note: note)
    }

    /// Elections that the admin wrote by hand.
    private struct Configured {
        var elections = ElectionTable()
        /// The file that an election stands in, by its identifier or pattern.
        var origins: [String: String] = [:]

        /// The file whose lock is on an activity; nil without one.
        func lock(on activity: ActivityTraits) -> String? {
            guard let (name, election) = elections.entry(for: activity), election.isLocked else { return nil }
            return origins[name]
        }
    }

    private func configuredElections(
        _ reading: inout Reading, _ report: inout PolicyReport, note: (String) -> Void
    ) -> Configured {
        var found = PolicyFiles(.elections, lastGood)
        found.read([configuration], note: note)
        found.readDropIns(in: layers.folders, note: note)
        reading.take(found)
        reading.dropIns = found.paths.filter { $0 != configuration.path }
        report.add(found)
        var configured = Configured()
        for (path, key, election) in found.elections {
            configured.elections[key] = election
            configured.origins[key] = path
            report.add(PolicyEntry(key, election, in: path))
            if path == configuration.path, Identifier.isValid(key) {
                reading.named[path, default: []].insert(key)
            }
        }
        return configured
    }

    /// The file that `Elect` in the system scope wrote.
    private func written(note: (String) -> Void = { _ in }) -> PolicyFiles {
        var found = PolicyFiles(.elections, lastGood)
        found.read([system], note: note)
        return found
    }

    /// Why this scope may not decide so: another's lock, or one in the user scope; nil where it may.
    func refusal(of activity: ActivityTraits, lock: Bool) -> ChangeFault? {
        guard !lock || person == nil else {
            return .notPermitted(reason: "Only the system scope locks an election. Leave the lock out.")
        }
        return self.lock(on: activity) == nil ? nil : .lockedByAdmin(activity.identifier)
    }

    /// The file whose lock keeps this scope from electing an activity; nil where nothing does. What `Elect`
    /// in the system scope has locked, it can also unlock; what is locked in the admin's files is changed there alone.
    package func lock(on activity: ActivityTraits) -> String? {
        var (reading, report) = (Reading(), PolicyReport())
        let configured = configuredElections(&reading, &report, note: { _ in })
        if let path = configured.lock(on: activity) { return path }
        guard person != nil else { return nil }
        var written = ElectionTable()
        for (_, key, election) in self.written().elections { written[key] = election }
        return written.entry(for: activity)?.election.isLocked == true ? system.path : nil
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
        let former = person == nil ? lastGood.known(of: own) : nil
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
        var unused: [String] = []
        if let person { return entries(of: person, &unused)[identifier] }
        return written().elections.last { $0.key == identifier }?.value
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

extension ElectionStore.Reading {
    fileprivate mutating func take(_ found: PolicyFiles) {
        problems += found.problems
        isComplete = isComplete && found.isComplete
        isClosed = isClosed || found.closedBy != nil
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

extension PolicyFiles {
    /// The elections of all files, each where it changes what was said before. One that closes locks as well, as it may
    /// have been meant to.
    fileprivate var elections: [(path: String, key: String, value: AdminElection)] {
        var known: [String: AdminElection] = [:]
        return documents.flatMap { document in
            document.elections.compactMap { key, value in
                guard known[key] != value, !document.onlyCloses || value.election == .ignore else {
                    return nil
                }
                let election = document.onlyCloses ? AdminElection(.ignore, isLocked: true) : value
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
