// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Decisions of the admin and the person, as one look found them.
package struct Policy {
    package private(set) var elections = Elections()
    package private(set) var arrangement: [String] = []
    package private(set) var starred: [String] = []
    package private(set) var settings = PolicySettings()
    /// The admin's files of settings, first to last.
    package private(set) var documents: [PolicyDocument] = []
    /// Sentences.
    private(set) var problems: [String] = []
    private(set) var named: [String: Set<String>] = [:]
    /// All of the admin's, for those who ask.
    private(set) var report = PolicyReport()
    /// Whether everything is closed until a file or folder can be read, which no watch may tell.
    private(set) var isClosed = false
    /// Whether descriptors or memory were wanting, which says nothing of the files.
    private(set) var lacksMeans = false
    /// Files to watch besides folders: those that are there, or would count.
    private(set) var files: [String] = []

    init() {}

    /// - Parameter note: called with each path before it is touched.
    init(
        _ path: SearchPath, _ electionStore: ElectionStore, _ arrangements: ArrangementStore,
        _ stars: StarStore, _ lastGood: LastGood, note: (String) -> Void
    ) {
        lastGood.beginLook()
        let layers = PolicyLayers(path.policyFolders)
        let configuration = PolicyConfiguration(layers, lastGood: lastGood, report: &report, note: note)
        let decided = electionStore.load(report: &report, note: note)
        let order = arrangements.load(report: &report, note: note)
        let starring = stars.load(under: configuration.settings.starred, report: &report, note: note)
        settings = configuration.settings
        if decided.isClosed { settings.allowed = [.empty] }
        isClosed = configuration.isClosed || decided.isClosed
        lacksMeans = lastGood.files.gap == .means
        documents = configuration.documents
        elections = decided.elections
        elections.allowed = settings.allowed
        arrangement = order.arrangement
        starred = starring.starred
        problems =
            configuration.problems + decided.problems + order.problems + starring.problems
            + [lastGood.fault].compactMap { $0 }
        named = decided.named
        let used = configuration.files + decided.dropIns + order.dropIns
        files = (path.policyFolders.map { $0 + "/activityd.json" } + used + lastGood.watched).withoutRepeats
        if configuration.isComplete, decided.isComplete, order.isComplete {
            let dropIns = PolicyKind.allCases.flatMap { kind in layers.folders.map { $0 + "/" + kind.folder }
            }
            lastGood.forget(in: layers.folders + dropIns, but: report.files.map(\.path) + electionStore.paths)
        }
    }

    /// Reads the policy as a daemon of this search path would find it now.
    package init(of path: SearchPath) {
        let own = path.stateFolders.first ?? ""
        let lastGood = LastGood(folder: own, isPersons: path.scope == .user, system: path.stateFolders.last)
        self.init(
            path, ElectionStore(path, lastGood: lastGood), ArrangementStore(path, lastGood: lastGood),
            StarStore(path, lastGood: lastGood), lastGood
        ) { _ in }
    }
}
