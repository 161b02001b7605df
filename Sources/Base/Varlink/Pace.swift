// SPDX-License-Identifier: Apache-2.0
//
// How connections share the server's thread. A round gives each user (`Holder`) one turn: the server handles
// their connections until `Configuration.turnTime` is spent, and the rest of them wait for the next round,
// connections without a turn before those that had one. Between two turns the host's loop has its own, so
// that no signal, timer or watchdog waits for longer than one turn and the call that it ended with. Time is
// counted by user: two hundred connections get no more of the thread than one, and a client that reconnects
// gets no more than one that stays.
//
// The clock is read once per call: where one call ends the next begins. Only work after a sleep, or after
// untimed work, needs a second reading.

/// Measures the work of a round.
struct Pace {
    private let clock: () -> Int
    private(set) var round = 0
    /// Start of the current work; nil if the clock was not read.
    private var start: Int?
    /// Start of the first work since the host's loop last had its turn.
    private var hostTurnStart: Int?

    init(clock: @escaping () -> Int) {
        self.clock = clock
    }

    /// Starts a round: the host's loop has had its turn, or had nothing to do.
    mutating func beginRound() {
        round += 1
        markHostTurn()
    }

    mutating func markHostTurn() { (start, hostTurnStart) = (nil, nil) }

    /// Starts timing, unless the work is being timed already.
    mutating func begin() {
        guard start == nil else { return }
        start = clock()
        if hostTurnStart == nil { hostTurnStart = start }
    }

    /// Ends a piece of work and begins the next; returns its nanoseconds.
    mutating func lap() -> Int {
        let now = clock()
        defer { start = now }
        return now - (start ?? now)
    }

    mutating func pause() { start = nil }

    /// Nanoseconds of timed work since the host's loop last had its turn.
    var timeSinceHost: Int {
        guard let start, let hostTurnStart else { return 0 }
        return start - hostTurnStart
    }
}

/// One holder's number of connections, and the time spent on them in a round.
final class HolderUsage {
    let holder: Holder
    private weak var admission: Admission?
    var connections = 0
    private var round = 0
    private var time = 0

    init(of holder: Holder, in admission: Admission) { (self.holder, self.admission) = (holder, admission) }

    /// Called when one of the connections has ended.
    func release() { admission?.release(self) }

    func spend(_ time: Int, in round: Int) {
        self.time = spent(in: round) + time
        self.round = round
    }

    func spent(in round: Int) -> Int { self.round == round ? time : 0 }
}
