// SPDX-License-Identifier: Apache-2.0

import SessionBus

/// How much of the service there is, and how long.
package struct ShareLimits: Sendable {
    /// Sheets of one app: more in sight at once are a mistake, or an attack.
    package var sheetsOfApp = 4
    package var sheets = 16
    /// The most bytes of all private copies together; a tenth of the disk's free space where that is less.
    package var copies = 1 << 30
    /// Requests, including those out of sight while an activity runs; the daemon allows as many of these.
    package var requests = 256
    /// Looks at files that have not come back, as those at a mount that hangs never do. Far more than sheets, so that such a mount
    /// does not keep other sheets away.
    package var looks = 256
    /// An app whose files hang keeps no other's from being looked at.
    package var looksOfApp = 64
    /// Descriptors that came with calls and are still open: half of what a process has by default.
    package var descriptors = 512
    /// Calls of CanShare that wait for an answer.
    package var questionsOfCaller = 8
    /// Calls of CanShare that the daemon has not answered, in time or not.
    package var questions = 64
    /// For an answer to CanShare.
    package var questionPatience = Duration.seconds(5)
    /// How often the service asks systemd for time when a call has kept it from stopping.
    package var extending = Duration.seconds(60)
    /// How long the service stays without a sheet: apps are shared from again soon, or not for long.
    package var idle = Duration.seconds(180)
    /// For the look at a call's files; a bus call has 25 s.
    package var patience = Duration.seconds(10)
    /// For activities to end when the service is told to stop. Until then systemd starts no other.
    package var stopping = Duration.seconds(5)

    package init() {}
}

extension ShareLimits {
    /// - Parameters:
    ///   - account: whose calls count together.
    ///   - requests: what there is already.
    /// - Throws: where a call is one too many.
    func checkCall(of account: String, among requests: some Collection<ShareRequest>) throws(BusError) {
        // An untouched sheet may make room.
        guard
            requests.count(where: { $0.account == account && $0.isInSight && !$0.isUntouched }) < sheetsOfApp
        else { throw tooManySheetsOfApp }
        guard requests.count < self.requests else { throw tooManySheets }
    }

    /// A call whose files are looked at keeps no other's sheet away.
    ///
    /// - Parameter account: whose sheets count together.
    /// - Throws: where a sheet is one too many.
    func checkSheet(of account: String, among requests: some Collection<ShareRequest>) throws(BusError) {
        guard requests.count(where: { $0.account == account && $0.isOpen && $0.isInSight }) < sheetsOfApp
        else { throw tooManySheetsOfApp }
        guard requests.count(where: { $0.isOpen && $0.isInSight }) < sheets else { throw tooManySheets }
    }

    /// - Parameter looks: those under way, by account.
    /// - Throws: where a look is one too many.
    func checkLook(of account: String, among looks: [String: Int]) throws(BusError) {
        guard looks[account, default: 0] < looksOfApp, looks.values.reduce(0, +) < self.looks else {
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
