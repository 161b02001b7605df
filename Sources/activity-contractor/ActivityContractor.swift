// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ContractorService
import Glibc
import Host
import MainLoop
import SessionBus

/// Serves Contractor's bus names until nothing has been asked for a while; the bus starts it.
@main
enum ActivityContractor {
    static func main() {
        if let contractor = InstalledContractor.command { become(contractor) }
        if let fault = serve() {
            let bytes = Array("activity-contractor: \(fault)\n".utf8)
            _ = write(STDERR_FILENO, bytes, bytes.count)
            exit(1)
        }
    }

    /// Where Contractor itself is installed it answers, with our activities left out.
    private static func become(_ command: [String]) {
        var vector = command.map { strdup($0) } + [nil]
        execv(command[0], &vector)
    }

    /// - Returns: why it cannot, a sentence.
    private static func serve() -> String? {
        guard let connection = BusConnection.ofSession(within: .seconds(5)) else {
            return "There is no session bus to serve on."
        }
        var (fault, isOver) = (String?.none, false)
        let socket = Environment.runtimeFolder + "/" + Interfaces.socketName
        let service = ContractorService(connection, socket: socket) { isOver = true }
        service.start { fault = $0 }
        let signal = Source(signal: SIGTERM) { isOver = true }
        withExtendedLifetime(signal) { Loop.run { isOver || fault != nil } }
        guard fault == nil else { return fault }
        var isReleased = false
        service.release { isReleased = true }
        Loop.run { isReleased && !service.isBusy }
        connection.flush()
        return nil
    }
}
