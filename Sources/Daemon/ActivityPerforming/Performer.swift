// SPDX-License-Identifier: Apache-2.0

import Glibc
package import Host
package import Systemd

/// Starts activities and tracks them until they end.
package final class Performer {
    /// Maximum file descriptors that a performance has open.
    package static let descriptors = 8
    /// Prefixes of the names under which descriptors are stored with systemd.
    package static let keptPrefixes = [Performance.keptPrefix, UnitLink.keptPrefix]

    /// Called with a sentence on an activity's faulty report.
    package var onFault: ((_ identifier: String, String) -> Void)?
    /// Called with a sentence on a failed transform or inspector, for its author.
    package var onFailure: ((_ identifier: String, String) -> Void)?
    /// Called when an activity has ended, after all its clients have received the outcome; not for the
    /// daemon's own programs.
    package var onFinish: ((_ identifier: String, PerformanceEnd) -> Void)?
    /// Called with the answers to remember, if the activity has succeeded.
    package var onAnswers: ((_ identifier: String, [String: String]) -> Void)?
    /// Called with the target, if the activity has succeeded.
    package var onTarget: ((_ identifier: String, TargetUse) -> Void)?
    /// Called when `isPending` may have become false.
    package var onIdle: (() -> Void)?
    let loop: EventLoop
    let disk: any Disk
    package let settings: PerformerSettings
    let folders: PrivateFolders
    let results: KeptResults
    let copies: SharedCopies
    private(set) lazy var preparations = Preparations(copies)
    let link: UnitLink
    let units: UnitLauncher
    let processes: any Launcher
    private(set) var performances: [String: Performance] = [:]
    /// Whether the records of an earlier daemon are being read.
    var isRecovering = false
    /// Starts without a performance yet: they wait for the connection to systemd, or for the disk.
    private var waitingStarts = 0
    /// Forms whose options are being printed.
    var inquiries = 0

    package convenience init(_ loop: EventLoop, _ disk: any Disk, _ settings: PerformerSettings) {
        self.init(
            loop, disk, settings,
            ProcessLauncher(loop, disk, home: settings.home, environment: settings.environment))
    }

    /// - Parameter processes: the launcher to use without systemd.
    init(_ loop: EventLoop, _ disk: any Disk, _ settings: PerformerSettings, _ processes: any Launcher) {
        self.loop = loop
        self.disk = disk
        self.settings = settings
        folders = PrivateFolders(settings, disk.remover)
        results = KeptResults(folders, disk)
        copies = SharedCopies(
            store: CopyStore(
                folder: settings.cacheFolder, runtime: settings.runtimeFolder, disk.remover))
        link = UnitLink(
            loop, runtimeFolder: settings.runtimeFolder,
            busAddress: settings.environment["DBUS_SESSION_BUS_ADDRESS"])
        units = UnitLauncher(link, loop, disk, home: settings.home)
        self.processes = processes
    }

    /// Whether a program starts or runs, copies are being prepared, or an earlier daemon's performs are not
    /// adopted yet.
    package var isPending: Bool {
        waitingStarts > 0 || isRecovering || preparations.isPending
            || performances.values.contains(where: \.isPending)
    }

    // MARK: Performing

    /// Starts a job, and sends the client its events.
    package func perform(_ job: PerformJob, program: String, for client: any PerformClient) {
        let record = PerformRecord(job)
        waitingStarts += 1
        let places = settings.maximumRunning
        let maximum = job.isInternal ? ProgramLimits.own(of: places) : places
        guard performances.count + waitingStarts <= maximum else {
            return refuse(job, .tooManyRunning(maximum: maximum), to: client)
        }
        results.removeOld()
        link.connect { [weak self] found in
            guard let self else { return }
            do throws(PerformRefusal) {
                prepare(job, program, record, for: client, by: try launcher(found))
            } catch {
                refuse(job, error, to: client)
            }
        }
    }

    /// Chooses the launcher. A daemon that is a systemd service starts no processes itself: they would
    /// inherit its restrictions, and end with it when it exits.
    private func launcher(
        _ found: Result<UnitClient, UnitLink.ConnectionError>
    ) throws(PerformRefusal) -> any Launcher {
        switch found {
        case .success: return units
        case .failure(.silent): throw .notPerformable(reason: UnitLink.ConnectionError.silent.reason)
        case .failure(.absent) where settings.isService:
            throw .notPerformable(
                reason: "The user's systemd cannot be reached, and without it a service of systemd starts "
                    + "nothing. Install dbus-user-session, and log in again.")
        case .failure(.absent): return processes
        }
    }

    /// Creates the job's folders and files on the disk thread, then starts the program.
    private func prepare(
        _ job: PerformJob, _ program: String, _ record: PerformRecord, for client: any PerformClient,
        by launcher: any Launcher
    ) {
        let token = PrivateFolders.newToken()
        let unit = launcher.unit(of: job.identifier, token: token)
        disk.proceed(for: client.caller, at: job.bundlePath) { [settings, folders, copies] reportPath in
            var record = record
            let tokens = copies.tokens(of: job.shared)
            record.copies = Set(tokens.keys)
            let seconds = job.isInternal ? CopyStore.minimumLifetime : CopyStore.handedLifetime
            let held = copies.store.hold(record.copies, for: seconds)
            return Result { () throws(PerformRefusal) in
                // A transform's items are the output of the previous step, which has no record yet.
                let changed = tokens.first { !job.isInternal && !copies.areCurrent($0.key, reportPath) }
                if let changed { throw .contentChanged(item: changed.value) }
                var prepared = try PreparedJob.make(
                    job, program: program, settings, in: folders, token: token, record, unit: unit, reportPath
                )
                prepared.copies = held
                return prepared
            }
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(.success(let prepared)): begin(prepared, for: client, by: launcher)
            case .success(.failure(let refusal)): refuse(job, refusal, to: client)
            case .failure(let refusal):
                // The disk thread may have been creating the folder when the call was refused.
                folders.remove(folders.folder(token: token), by: disk)
                refuse(job, PerformRefusal(refusal), to: client)
            }
        }
    }

    private func refuse(_ job: PerformJob, _ refusal: PerformRefusal, to client: any PerformClient) {
        waitingStarts -= 1
        client.notify(.refused(refusal, of: job.identifier))
    }

    private func begin(
        _ prepared: PreparedJob, for client: any PerformClient, by launcher: any Launcher
    ) {
        let performance = Performance(
            prepared.record, .starting(client), itemNames: prepared.itemNames, in: prepared.folder,
            prepared.channels, by: launcher, loop, disk, handOverTime: settings.handOverTime)
        performance.copies = prepared.copies
        add(performance)
        performance.begin(prepared.plan)
        waitingStarts -= 1
    }

    func add(_ performance: Performance) {
        let token = performance.folder.token
        performances[token] = performance
        // A disk job may outlive the performer, hence weak.
        performance.onFault = { [weak self, identifier = performance.identifier] fault in
            self?.onFault?(identifier, fault)
        }
        performance.onFinish = { [weak self, weak performance] end in
            guard let self, let performance else { return }
            if end.outcome.result == .success {
                if let answers = performance.record.answers { onAnswers?(performance.identifier, answers) }
                if let target = performance.record.target { onTarget?(performance.identifier, target) }
            }
            if !performance.record.isInternal { onFinish?(performance.identifier, end) }
            if !isPending { onIdle?() }
        }
        performance.onOver = { [weak self] in
            guard let self else { return }
            let performance = performances.removeValue(forKey: token)
            // Closing a lock may wait for the server of the person's home.
            let copies = performance?.copies ?? []
            performance?.copies = []
            if !copies.isEmpty { disk.run(at: self.copies.path) { withExtendedLifetime(copies) {} } }
            if let performance, let ended = performance.ended {
                if performance.record.isInternal {
                    folders.remove(performance.folder, by: disk)
                } else {
                    results.add(ended)
                }
            }
            if !isPending { onIdle?() }
        }
    }

    // MARK: The daemon's end

    /// Hands the pipes of finished performances that left processes behind to other readers, before the
    /// daemon exits.
    ///
    /// - Parameter then: called when all readers run or have failed to start.
    package func handOverPipes(then: @escaping () -> Void) {
        let finished = performances.values.filter { !$0.isPending }
        var missing = finished.count
        guard missing > 0 else { return then() }
        for performance in finished {
            performance.handOverPipes {
                missing -= 1
                if missing == 0 { then() }
            }
        }
    }
}
