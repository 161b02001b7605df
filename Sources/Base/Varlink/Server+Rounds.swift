// SPDX-License-Identifier: Apache-2.0

/// The order and the length of the turns (Pace.swift).
extension Server {
    /// Sleeps until an event, at most `timeout` milliseconds (-1: no limit), and gives each user, then the
    /// host's loop, one turn.
    func round(timeout: CInt) throws {
        let isPending = try loop.prepare()
        waiting += interrupted
        interrupted.removeAll(keepingCapacity: true)
        let count = try poller.wait(isPending || !waiting.isEmpty ? 0 : timeout)
        pace.beginRound()
        for admission in admissions { admission.beginRound() }
        try serveWaiting()
        let hostIsReady = try serveBatch(count)
        if isPending || hostIsReady { try loop.dispatch() }
    }

    /// Queues a connection whose turn is over for the next round.
    func serveLater(_ connection: Connection) {
        interrupted.append((connection, 0))
    }

    private func serveWaiting() throws {
        guard !waiting.isEmpty else { return }
        let turn = waiting
        waiting.removeAll(keepingCapacity: true)
        for (connection, events) in turn {
            if hasTime(connection.share) {
                connection.resume(events)
                try serveHostIfDue()
            } else {
                waiting.append((connection, events))
            }
        }
    }

    /// Whether the user's turn in this round is not over.
    func hasTime(_ share: HolderUsage) -> Bool { !isHandling && share.spent(in: pace.round) < turnTime }

    /// Gives the host's loop a turn if several users' turns together were long.
    private func serveHostIfDue() throws {
        guard pace.timeSinceHost >= turnTime else { return }
        _ = try loop.prepare()
        try loop.dispatch()
        pace.markHostTurn()
    }

    /// Serves a batch of events; returns true if the host's descriptor is among them.
    private func serveBatch(_ count: Int) throws -> Bool {
        var hostIsReady = false
        var listenersAreReady = false
        for index in 0..<count {
            let (descriptor, events) = poller[index]
            switch sources[Int(descriptor)] {
            case .connection(let connection): try serve(connection, events)
            case .listener: listenersAreReady = true
            case .host: hostIsReady = true
            case nil: break
            }
        }
        guard listenersAreReady else { return hostIsReady }
        for index in 0..<count {
            let descriptor = poller[index].descriptor
            if case .listener(let service, let admission) = sources[Int(descriptor)] {
                try accept(on: descriptor, service, admission)
            }
        }
        return hostIsReady
    }

    /// Serves a connection with new `events`, or queues it for its user's next turn.
    func serve(_ connection: Connection, _ events: UInt32) throws {
        guard !connection.isPostponed else { return connection.notice(events) }
        if hasTime(connection.share) {
            connection.handle(events: events)
            try serveHostIfDue()
        } else {
            connection.isPostponed = true
            waiting.append((connection, events))
        }
    }
}
