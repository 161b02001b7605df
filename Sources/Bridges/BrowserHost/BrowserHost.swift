// SPDX-License-Identifier: Apache-2.0
//
// A browser starts this program for one share of a page, and exchanges messages with it over standard input
// and output:
//
//     extension                       program
//     {"share": …}            ──▶
//                             ◀──     {"next": {"file": 0, "offset": 0}}     for each piece of each file
//     {"piece": "iVBORw0…"}   ──▶
//                             ◀──     {"outcome": "performed"}               when the sheet has closed
//
// The program requests the pieces one by one, so that neither side has more than one in memory. The browser
// closes the connection when the page is closed; the program then exits, and the service closes the sheet.

import SessionBus
import ShareCalling
import StrictJSON

/// Opens sheets for browsers.
package struct BrowserHost {
    private enum Outcome: String {
        case performed, left, failed
        /// No service can show a sheet here.
        case unavailable
        /// The message is malformed, or the service rejects its content.
        case refused
    }

    /// Timeout for connecting to the session bus.
    private static let timeout = Duration.seconds(5)

    private let messages: NativeMessages

    package init(input: CInt, output: CInt) {
        messages = NativeMessages(input: input, output: output)
    }

    /// Serves one share.
    ///
    /// - Parameter arguments: the command line without the program's name.
    /// - Returns: the exit status: 1 if the share was refused or the connection failed.
    package func run(_ arguments: [String]) -> CInt {
        do throws(HostError) {
            try BrowserExtension.check(arguments)
            guard let share = try receive() else { return 0 }
            try open(share)
            return 0
        } catch {
            // The browser may have gone.
            try? answer(.refused, error.message)
            return 1
        }
    }

    /// Receives a share and its files; nil if the browser has closed the connection.
    func receive() throws(HostError) -> PageShare? {
        guard let first = try messages.read() else { return nil }
        let share = try PageShare(first)
        for (index, file) in share.files.enumerated() {
            while !file.isWhole {
                try messages.write(["next": ["file": .integer(index), "offset": .integer(file.received)]])
                guard let message = try messages.read() else { return nil }
                guard let piece = try Members(message, ["piece"]).text("piece") else {
                    throw .malformed("A piece of a file is missing.")
                }
                try file.append(piece)
            }
        }
        return share
    }

    private func open(_ share: PageShare) throws(HostError) {
        guard let connection = BusConnection.ofSession(within: Self.timeout) else {
            return try answer(.unavailable, "There is no session bus.")
        }
        var (ending, isOver, call) = (ShareCall.Ending?.none, false, ShareCall?.none)
        ShareCall.findOwner(on: connection) { owner in
            guard let owner else { isOver = true; return }
            let made = ShareCall(connection, owner: owner) { (ending, isOver) = ($0, true) }
            call = made
            made.start(descriptors: share.files.map(\.descriptor), share.body)
        }
        // No further message is expected, so readable input means that the browser has hung up.
        var isWithdrawn = false
        let watch = Source(watching: messages.input, for: [.readable, .hungUp]) { isWithdrawn = true }
        withExtendedLifetime(watch) { Loop.run { isOver || isWithdrawn } }
        defer { withExtendedLifetime(call) {} }
        guard !isWithdrawn || isOver else { return }
        switch ending {
        case .response(0): try answer(.performed)
        case .response(1): try answer(.left)
        case .response: try answer(.failed)
        case .refused(.failed(let reason)): try answer(.unavailable, reason)
        case .refused(let error): throw .service(error.message)
        case .abandoned: try answer(.unavailable, "The service that showed the sheet has gone.")
        case nil: try answer(.unavailable, "There is no service to show a sheet. Install activity-sheet.")
        }
    }

    private func answer(_ outcome: Outcome, _ reason: String? = nil) throws(HostError) {
        var message = JSON.Object([("outcome", .string(outcome.rawValue))])
        message.set("reason", reason.map { .string($0) })
        try messages.write(.object(message))
    }
}
