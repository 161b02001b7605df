// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import ActivityPolicy
import StrictJSON

/// Decisions of the admin and the person, as found by one scan.
package struct Decisions {
    package let policy: Policy
    package private(set) var elections: Elections
    package private(set) var arrangement: [String] = []
    package private(set) var starred: [String] = []
    /// Identifiers that each file of elections names, by path. Drop-ins go to machines on which some
    /// activities are not installed.
    private(set) var named: [String: Set<String>] = [:]
    /// Whether the scan failed for lack of descriptors or memory; the files may be fine.
    private(set) var lacksResources = false
    /// Files to watch besides folders: existing files, and files that would count if they existed.
    private(set) var files: [String] = []
    private let layout: PolicyLayout
    private let scan: PolicyScan
    /// Sentences about faults, except those about broken files.
    private var sentences: [String] = []
    private var reported: [PolicyFile] = []
    /// Entries of files that list an arrangement, and whether an entry replaces those before it.
    private var lists: [(entry: PolicyEntry, replaces: Bool)] = []
    private var stars: PolicyEntry?

    init() {
        layout = PolicyLayout(layers: [], elections: "", elected: "")
        scan = PolicyScan()
        policy = Policy(scan, [], layout)
        elections = policy.elections()
    }

    /// Reads the policy, and updates `memory`.
    ///
    /// - Parameter reportPath: called with each path before it is touched.
    init(_ path: SearchPath, _ memory: PolicyMemory, reportPath: @escaping (String) -> Void = { _ in }) {
        memory.beginScan()
        layout = path.layout
        var reader = PolicyReader(path, memory, reportPath: reportPath)
        scan = reader.scan()
        let lacksMeans = memory.files.gap == .resources
        policy = Policy(scan, memory.keepers, doubt: memory.fault, layout)
        if !lacksMeans { memory.update(scan, isFaulty: !policy.incomplete.isEmpty) }
        self.lacksResources = lacksMeans
        elections = policy.elections()
        readPerson(&reader, ScopeFiles(path, key: ElectionDocument.key))
        readArrangement(&reader, ScopeFiles(path, key: PolicyKind.arrangement.rawValue))
        readStars(&reader, .stars(path))
        reported = reader.files
        // While all files are whole, the kept documents decide nothing, and are written anew.
        sentences = reader.problems + (policy.incomplete.isEmpty ? [] : [memory.fault].compactMap(\.self))
        files =
            (path.policyFolders.map { $0 + "/" + PolicyLayout.settingsName } + [layout.elections]
            + scan.names.flatMap(\.candidates).map(\.path) + memory.watched).withoutRepeats
    }

    /// Reads the decisions as a daemon of this search path would find them now.
    ///
    /// - Parameter settings: the settings that were read before, with the files read for them.
    package init(of path: SearchPath, after settings: AdminSettings = AdminSettings()) {
        self.init(path, PolicyMemory(of: path, settings.files))
    }

    /// The policy that would result if `Elect` had written this document.
    func policy(electing object: JSON.Object, _ memory: PolicyMemory) -> Policy {
        let fragment = PolicyFragment(layout.elected, .elections, JSON.object(object).serialized)
        return Policy(scan.replacing(fragment), memory.keepers, doubt: memory.fault, layout)
    }

    private mutating func readPerson(_ reader: inout PolicyReader, _ files: ScopeFiles) {
        for entry in policy.now.report.entries where entry.kind == .elections && Identifier.isValid(entry.key)
        {
            guard [layout.elections, layout.elected].contains(entry.path) else { continue }
            named[entry.path, default: []].insert(entry.key)
        }
        guard let person = files.person, let own = reader.read(person, .personalElections)?.object else {
            return
        }
        elections.person = ElectionDocument(own, isPersons: true).entries.mapValues(\.election)
        named[person.path] = Set(elections.person.keys)
    }

    private mutating func readArrangement(_ reader: inout PolicyReader, _ files: ScopeFiles) {
        let key = PolicyKind.arrangement.rawValue
        for fragment in reader.arrangements() where fragment.object?.value(key) != nil {
            let list = fragment.identifiers
            let beginsAnew = fragment.object?.value(key) == []
            if beginsAnew { arrangement = [] }
            arrangement += list
            let entry = PolicyEntry(.arrangement, key, list.json, in: fragment.document)
            lists.append((entry, beginsAnew))
        }
        if let written = reader.read(files.system, .list(key)), !written.identifiers.isEmpty {
            arrangement = written.identifiers
            lists.append((PolicyEntry(.arrangement, key, arrangement.json, in: written.document), true))
        }
        let own = files.person.flatMap { reader.read($0, .list(key)) }?.identifiers ?? []
        arrangement = (own + arrangement).withoutRepeats
    }

    private mutating func readStars(_ reader: inout PolicyReader, _ files: ScopeFiles) {
        let key = SettingKey.starredKey
        starred = policy.settings.starred
        if let written = reader.read(files.system, .list(key)), !written.identifiers.isEmpty {
            starred = written.identifiers
            stars = PolicyEntry(.configuration, key, starred.json, in: written.document)
        }
        let own = files.person.flatMap { reader.read($0, .list(key)) }?.identifiers ?? []
        if !own.isEmpty { starred = own }
    }

    // MARK: Reporting

    /// Whether everything is closed until a file or folder becomes readable, which a watch may not report.
    var isClosed: Bool { policy.closedBy != nil }

    /// Report of the admin's policy, for `activityctl policy`.
    func report(_ waiting: [Policy.Waiting]) -> PolicyReport {
        var report = policy.report(waiting)
        report.files = reported
        for (entry, replaces) in lists {
            if replaces { report.add(entry) } else { report.append(entry) }
        }
        if let stars { report.add(stars) }
        return report
    }

    func problems(_ waiting: [Policy.Waiting]) -> [String] {
        let problems = policy.problems(waiting, layout)
        let faults = Set(problems.map(\.fault))
        return problems.map(\.sentence) + sentences.filter { !faults.contains($0) }
    }
}

package struct AdminSettings: Sendable {
    package var values = SettingValues()
    /// The file that names the folder of system activities, with line and column.
    package var systemBundlesPlace: String?
    /// Whether the person may not replace the folder of system activities.
    package var locksSystemBundles = false
    /// The files that were read at a start, so that the first load reads none of them again.
    private(set) var files: FragmentCache.Known = [:]

    package init(_ values: SettingValues = SettingValues(), locksSystemBundles: Bool = false) {
        (self.values, self.locksSystemBundles) = (values, locksSystemBundles)
    }

    init(_ path: SearchPath, _ memory: PolicyMemory, reportPath: @escaping (String) -> Void = { _ in }) {
        var reader = PolicyReader(path, memory, reportPath: reportPath)
        let policy = Policy(reader.scanFiles(), memory.keepers, doubt: memory.fault, path.layout)
        values = policy.settings
        systemBundlesPlace = policy.entry(ofSetting: SettingKey.systemBundlesKey)?.exactLocation
        // The kept documents of the person's own daemon are not read here.
        locksSystemBundles =
            values.closed.contains(.personalActivities) || path.scope == .user && !policy.incomplete.isEmpty
    }

    /// The settings that a daemon of this search path finds at its start. Masks and the person's state are
    /// not read: either may be on a hung file system, and clients wait for the starting thread.
    ///
    /// - Parameter reportPath: called with each path before it is read.
    package init(of path: SearchPath, reportPath: @escaping (String) -> Void = { _ in }) {
        let memory = PolicyMemory(folder: path.stateFolders.last ?? "", isPersons: false, path.layout)
        self.init(path, memory, reportPath: reportPath)
        files = memory.files.known
    }

    /// The settings where the admin's files cannot be read: all that they may close is closed.
    package static let unknown = AdminSettings(.none, locksSystemBundles: true)
}
