// SPDX-License-Identifier: Apache-2.0
//
// How the server's thread is shared. A round gives each user one turn: their connections are served until
// `Configuration.turnTime` is spent, and the rest of them wait for the next round, those that have had nothing
// before those that have. Between two turns the host's loop has its own, so that no signal, timer or watchdog
// waits for more than one turn and the call that it ended with. Time is counted by user: two hundred
// connections get no more of the thread than one, and a client that hangs up and connects again gets no more
// than one that stays.
//
// The clock is read once for each call: where one call ends the next begins. Only what comes after a
// sleep, or after something that was not timed, takes a second look.

/// Tells how long the work of a round takes.
struct Pace {
    private let clock: () -> Int
    private(set) var round = 0
    /// When the work at hand began; nil if the clock was not read.
    private var start: Int?
    /// When the first work began since the host's loop was last asked.
    private var hostAsked: Int?

    init(clock: @escaping () -> Int) {
        self.clock = clock
    }

    /// The host's loop has had its turn, or was found to have nothing to do.
    mutating func beginRound() {
        round += 1
        askedHost()
    }

    mutating func askedHost() { (start, hostAsked) = (nil, nil) }

    /// Starts timing, unless the work is being timed already.
    mutating func begin() {
        guard start == nil else { return }
        start = clock()
        if hostAsked == nil { hostAsked = start }
    }

    /// Ends a piece of work, and begins the next; its nanoseconds.
    mutating func lap() -> Int {
        let now = clock()
        defer { start = now }
        return now - (start ?? now)
    }

    mutating func pause() { start = nil }

    /// Nanoseconds of work since the host's loop was last asked, as far as they were timed.
    var sinceHost: Int {
        guard let start, let hostAsked else { return 0 }
        return start - hostAsked
    }
}

/// One holder's connections, and what was spent on them in a round.
final class Share {
    let holder: Holder
    private unowned let admission: Admission
    var connections = 0
    private var round = 0
    private var time = 0

    init(of holder: Holder, in admission: Admission) { (self.holder, self.admission) = (holder, admission) }

    /// One of the connections has ended.
    func giveBack() { admission.release(self) }

    func spend(_ time: Int, in round: Int) {
        self.time = spent(in: round) + time
        self.round = round
    }

    func spent(in round: Int) -> Int { self.round == round ? time : 0 }
}
