// SPDX-License-Identifier: Apache-2.0

import Host
import SessionBus

/// Quotas and time limits of the share service.
package struct ShareLimits: Sendable {
    /// Maximum visible sheets of one app. More are a mistake or an attack.
    package var sheetsOfApp = 4
    package var sheets = 16
    /// Bytes of all copies together, those of transforms included.
    package var copies = CopyStore.maximumBytes
    /// Requests, including those whose sheet is hidden while an activity runs; the daemon allows as many
    /// activities.
    package var requests = 256
    /// Lookups of callers and files that are still running, such as those on a hung mount. Far more than
    /// sheets, so that a hung mount does not block other sheets.
    package var lookups = 256
    /// Lookups of one app: its hung files must not block the lookups of other apps.
    package var lookupsOfApp = 64
    /// Open descriptors that came with calls: half of a process's default limit.
    package var descriptors = 512
    /// Pending CanShare calls of one caller.
    package var questionsOfCaller = 8
    /// CanShare questions without a reply from the daemon, including those whose call has timed out.
    package var questions = 64
    /// Timeout of CanShare, after which the reply is false.
    package var questionTimeout = Duration.seconds(5)
    /// Interval at which the service asks systemd for more time after a call has kept it from stopping.
    package var extending = Duration.seconds(60)
    /// Idle time before the service exits: people share from an app again soon, or not for a long while.
    package var idleTime = Duration.seconds(180)
    /// Time limit for identifying a caller and looking up its files; a D-Bus call times out after 25 s.
    package var timeout = Duration.seconds(10)
    /// Time that running activities get to finish when the service is stopped. Until then systemd starts no
    /// other instance.
    package var stopping = Duration.seconds(5)

    package init() {}
}

extension ShareLimits {
    /// - Parameter account: account whose calls count together.
    func checkCall(of account: String, among requests: some Collection<ShareRequest>) throws(BusError) {
        // An untouched sheet may make room.
        guard
            requests.count(where: { $0.account == account && $0.isVisible && !$0.isUntouched }) < sheetsOfApp
        else { throw tooManySheetsOfApp }
        guard requests.count < self.requests else { throw tooManySheets }
    }

    /// Counts open sheets only, so a call whose files are still being looked up does not block another app's
    /// sheet.
    ///
    /// - Parameter account: account whose sheets count together.
    func checkSheet(of account: String, among requests: some Collection<ShareRequest>) throws(BusError) {
        guard requests.count(where: { $0.account == account && $0.isOpen && $0.isVisible }) < sheetsOfApp
        else { throw tooManySheetsOfApp }
        guard requests.count(where: { $0.isOpen && $0.isVisible }) < sheets else { throw tooManySheets }
    }

    /// - Parameter lookups: number of running lookups, by account.
    func checkLookup(of account: String, among looks: [String: Int]) throws(BusError) {
        guard looks[account, default: 0] < lookupsOfApp, looks.values.reduce(0, +) < self.lookups else {
            throw .unanswered("Too many files are being looked at: a disk or a server does not answer.")
        }
    }

    private var tooManySheetsOfApp: BusError {
        .limit("This app has \(sheetsOfApp) sheets open. Wait for a Response, or close one.")
    }

    private var tooManySheets: BusError {
        .limit("\(sheets) sheets are open. Try again when one is gone.")
    }
}
