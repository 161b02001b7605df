// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import StrictJSON

/// Decisions of the admin and the person, as one look found them.
package struct Policy {
    package private(set) var elections = Elections()
    package private(set) var arrangement: [String] = []
    package private(set) var starred: [String] = []
    package private(set) var settings = PolicySettings()
    /// The admin's files of settings, first to last.
    package private(set) var documents: [PolicyDocument] = []
    /// The names of masks by the folders of bundles in which system activities are masked.
    private(set) var masks: [String: [String]] = [:]
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

    /// Reads the policy.
    ///
    /// - Parameter note: called with each path before it is touched.
    init(_ path: SearchPath, _ lastGood: LastGood, note: @escaping (String) -> Void = { _ in }) {
        lastGood.beginLook()
        var look = PolicyLook(path, lastGood, note: note)
        for folder in path.folders.filter(\.masksSystem).map(\.path) {
            masks[folder] = look.readMasks(in: folder)
        }
        documents = look.readSettings()
        settings = PolicySettings(documents)
        let electionStore = ElectionStore(path, lastGood: lastGood)
        (elections, named) = electionStore.load(&look)
        isClosed = look.closedBy != nil
        if isClosed { settings.allowed = [.empty] }
        elections.allowed = settings.allowed
        arrangement = ArrangementStore(path, lastGood: lastGood).load(&look)
        starred = StarStore(path, lastGood: lastGood).load(under: settings.starred, &look)
        report = look.report
        problems = look.problems + [lastGood.fault].compactMap { $0 }
        lacksMeans = lastGood.files.gap == .means
        files =
            (path.policyFolders.map { $0 + "/activityd.json" } + look.paths + lastGood.watched)
            .withoutRepeats
        if look.isComplete {
            let known = report.files.map(\.path) + electionStore.paths
            lastGood.forget(in: path.policyFolders + path.dropInFolders, but: known)
        }
    }

    /// Reads the policy as a daemon of this search path would find it now.
    package init(of path: SearchPath) { self.init(path, LastGood(of: path)) }

    /// The admin's files of settings as a daemon of this search path finds them at its start. No mask is looked
    /// at, nor the person's state: either may lie on a file system that hangs, and clients wait for the thread that starts.
    package static func settings(of path: SearchPath) -> [PolicyDocument] {
        var look = PolicyLook(path, LastGood(folder: path.stateFolders.last ?? "", isPersons: false))
        let documents = look.readSettings()
        guard path.scope == .user, let broken = look.report.files.first(where: { $0.state == .broken })
        else { return documents }
        // The person's daemon may have kept that it closes this, which is not read yet.
        let closed = JSON.Object([(PolicySwitch.personalActivities.rawValue, false)])
        return documents + [PolicyDocument(path: broken.path, object: closed, onlyCloses: true)]
    }
}

extension LastGood {
    fileprivate convenience init(of path: SearchPath) {
        let own = path.stateFolders.first ?? ""
        self.init(folder: own, isPersons: path.scope == .user, system: path.stateFolders.last)
    }
}
