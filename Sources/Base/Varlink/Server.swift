// SPDX-License-Identifier: Apache-2.0
//
// One epoll set contains everything that a program waits for: the listeners, the connections, and the one
// descriptor of the program's own event loop. A round takes a batch of events from it, serves each connection
// that has sent something, then accepts, then lets the program's loop dispatch its own events. With a source
// in the program's loop for each connection instead, throughput at 50 connections is halved; hence the
// batches, and the loop as a small protocol, `HostLoop`. Pace.swift explains the order and the length of the
// turns.
//
// Listeners come last in a batch: the kernel can then not reuse a descriptor that was closed in this batch
// before its own late event was skipped.
//
// Deadlines need no timer per connection. The server counts them, and while there is one it sleeps for at
// most a second at a time, and then checks all connections.

import CLinux
import Glibc

/// Serves Varlink on any number of listening sockets, on the thread that calls `run`.
///
/// Not for use from two threads. The handlers of services and of the host loop may call it at any time.
package final class Server {
    package let configuration: Configuration
    /// Called with each new connection, before its first call is read.
    package var onAccept: ((Connection) -> Void)?
    package var onConnectionCountChange: ((Int) -> Void)?
    /// Called when no connection could be accepted; the server retries within a second.
    package var onFault: ((SystemError) -> Void)?
    /// Called when the server refuses or ends a connection.
    package var onDisconnection: ((Peer, Disconnection) -> Void)?
    /// Called with each call, or piece of one, that blocked the thread for `Configuration.slowCallTime`.
    package var onSlowCall: ((CallReport) -> Void)?
    /// Called with each call's outcome and time while `reportsCalls` returns true.
    package var onCall: ((CallReport) -> Void)?
    package var reportsCalls: () -> Bool = { false }
    /// The call, or piece of one, that has blocked the thread longest, with its time.
    package internal(set) var worstCall: CallReport?
    package var connectionCount: Int { admissions.reduce(0) { $0 + $1.total } }

    enum Source {
        case connection(Connection)
        case listener(Service, Admission)
        case host
    }

    let poller: Poller
    /// Buffer for every read.
    let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    /// Bytes of pending replies at which the server writes before it handles more calls.
    let writeThreshold = 64 << 10
    let loop: any HostLoop
    private(set) var sources: [Source?] = []
    private var listeners: [CInt] = []
    /// The admission by user, and those of listeners with a quota of their own.
    private(set) var admissions: [Admission]
    /// accept4(2); tests inject faults here.
    var accept: (CInt) -> CInt = linux_accept

    var pace: Pace
    let turnTime: Int
    let slowCallTime: Int
    /// Whether a call is being handled: no other call begins meanwhile.
    var isHandling = false
    /// Connections that wait for their user's next turn with these events, longest wait first.
    var waiting: [(connection: Connection, events: UInt32)] = []
    /// Connections whose turn ended before their calls did; they wait behind those without a turn.
    var interrupted: [(connection: Connection, events: UInt32)] = []
    private var isAccepting = true
    /// Whether accepting failed for lack of descriptors or memory; the next sweep retries.
    private var isAcceptingSuspended = false
    private(set) var isDraining = false
    private var drainDeadline = 0
    private var deadlines = 0
    private var nextSweep = 0

    package init(configuration: Configuration, loop: any HostLoop) throws {
        self.configuration = configuration
        self.loop = loop
        admissions = [Admission(configuration.quota)]
        pace = Pace(clock: configuration.clock)
        turnTime = configuration.turnTime.nanoseconds
        slowCallTime = configuration.slowCallTime.nanoseconds
        poller = try Poller(batch: 256)
        try poller.add(loop.descriptor, for: EPOLLIN.rawValue)
        set(.host, for: loop.descriptor)
    }

    deinit {
        closeAll()
        scratch.deallocate()
    }

    // MARK: Turns

    /// Serves until the host loop has ended, or, after `drain`, until all connections are closed.
    package func run() throws {
        while try runOnce() {}
        closeAll()
    }

    /// Sleeps until an event, at most `timeout` milliseconds (-1: no limit), and handles it.
    ///
    /// - Returns: false once there is nothing more to serve.
    package func runOnce(timeout: CInt = -1) throws -> Bool {
        guard !hasEnded else { return false }
        try round(timeout: sleepTime(timeout))
        sweepIfDue()
        return !hasEnded
    }

    private var hasEnded: Bool { loop.hasEnded || isDraining && connectionCount == 0 }

    private func sleepTime(_ timeout: CInt) -> CInt {
        guard deadlines > 0 || isAcceptingSuspended || isDraining else { return timeout }
        let step = CInt(configuration.sweepMilliseconds)
        return timeout < 0 ? step : min(timeout, step)
    }

    // MARK: Listening

    /// Serves `service` on a listening socket, which stays the caller's to close, after the server.
    ///
    /// - Parameter quota: limits for this listener's clients; nil to count them by user, with the clients of
    ///   all other listeners without a quota.
    package func listen(on descriptor: CInt, service: Service, quota: Quota? = nil) throws {
        if let quota { admissions.append(Admission(quota)) }
        let admission = quota == nil ? admissions[0] : admissions[admissions.count - 1]
        set(.listener(service, admission), for: descriptor)
        listeners.append(descriptor)
        if isAccepting { try poller.add(descriptor, for: EPOLLIN.rawValue) }
    }

    /// Leaves new clients in the listen queue.
    package func stopAccepting() {
        guard isAccepting else { return }
        isAccepting = false
        watchListeners(false)
    }

    package func resumeAccepting() {
        guard !isAccepting, !isDraining else { return }
        isAccepting = true
        watchListeners(true)
    }

    private func watchListeners(_ on: Bool) {
        isAcceptingSuspended = false
        for descriptor in listeners {
            poller.remove(descriptor)
            if on { try? poller.add(descriptor, for: EPOLLIN.rawValue) }
        }
    }

    /// Maximum connections accepted at once, so that connected clients do not wait.
    private static let acceptBatch = 64

    func accept(on listener: CInt, _ service: Service, _ admission: Admission) throws {
        for _ in 0..<Self.acceptBatch where isAccepting && !isAcceptingSuspended {
            let descriptor = accept(listener)
            if descriptor >= 0 {
                try admit(descriptor, service, admission)
            } else {
                switch errno {
                case EAGAIN: return
                case EINTR, ECONNABORTED: continue
                case let code: return suspendAccepting(SystemError("accept4", code: code))
                }
            }
        }
    }

    /// Stops watching the listeners for a while: without descriptors or memory, the queue would wake us for
    /// ever.
    private func suspendAccepting(_ error: SystemError) {
        watchListeners(false)
        isAcceptingSuspended = true
        onFault?(error)
    }

    private func admit(_ descriptor: CInt, _ service: Service, _ admission: Admission) throws {
        guard let peer = try? Peer(of: descriptor) else {
            Glibc.close(descriptor)
            return
        }
        let share: HolderUsage
        do throws(LimitReached) { share = try admission.admit(admission.quota.holder(peer)) } catch {
            return reject(descriptor, peer, error.maximum)
        }
        let connection = Connection(
            descriptor: descriptor, peer: peer, share: share, service: service, server: self,
            interest: EPOLLIN.rawValue)
        set(.connection(connection), for: descriptor)
        onConnectionCountChange?(connectionCount)
        do throws(SystemError) { try poller.add(descriptor, for: connection.interest) } catch {
            return connection.close(.system(error))
        }
        onAccept?(connection)
        try serve(connection, EPOLLIN.rawValue)
    }

    /// Sends a rejected client the error, which fits into a new socket's buffer, and hangs up.
    private func reject(_ descriptor: CInt, _ peer: Peer, _ maximum: Int) {
        onDisconnection?(peer, .tooManyConnections(maximum: maximum))
        var output = OutputBuffer()
        let error = limitExceeded("connections", maximum, nil)
        _ = output.append(limit: configuration.replyLimit, Reply.error(error).serialize(into:))
        _ = output.write(to: descriptor)
        Glibc.close(descriptor)
    }

    // MARK: Connections

    private func set(_ source: Source?, for descriptor: CInt) {
        while sources.count <= Int(descriptor) { sources.append(nil) }
        sources[Int(descriptor)] = source
    }

    /// Removes a connection that closed itself.
    func remove(_ connection: Connection) {
        set(nil, for: connection.descriptor)
        // close(2) alone leaves the descriptor in the epoll set while a process that another thread is
        // spawning holds a copy; its events would be attributed to the next connection with this number.
        poller.remove(connection.descriptor)
        Glibc.close(connection.descriptor)
        connection.share.release()
        onConnectionCountChange?(connectionCount)
    }

    private func forEachConnection(_ body: (Connection) -> Void) {
        for source in sources {
            if case .connection(let connection) = source { body(connection) }
        }
    }

    private func closeAll() {
        forEachConnection { $0.close() }
    }

    /// The service's error for a limit, as the called interface names it.
    func limitExceeded(_ limit: String, _ maximum: Int, _ interface: Interface?) -> VarlinkError {
        let error = configuration.limitExceeded(limit, maximum)
        let short = error.name.splitAtLastDot.1
        guard let interface, interface.error(short) != nil else { return error }
        return VarlinkError(interface.name + "." + short, error.parameters)
    }

    // MARK: Ending

    /// Stops accepting, replies to the calls that clients have already sent, and then lets `run` return.
    ///
    /// Closes streams that have had their first reply; waits for other replies for at most `drainTime`.
    package func drain() {
        guard !isDraining else { return }
        stopAccepting()
        isDraining = true
        drainDeadline = now + configuration.drainTime.milliseconds
        forEachConnection { $0.drain() }
    }

    // MARK: Time

    /// A monotonic clock, in milliseconds.
    var now: Int { configuration.clock() / 1_000_000 }

    func deadlineChanged(from old: Connection.Deadline, to new: Connection.Deadline) {
        deadlines += (new == .none ? 0 : 1) - (old == .none ? 0 : 1)
    }

    private func sweepIfDue() {
        guard deadlines > 0 || isAcceptingSuspended || isDraining else { return }
        let now = now
        guard now >= nextSweep else { return }
        nextSweep = now + configuration.sweepMilliseconds
        forEachConnection { $0.sweep(now) }
        if isAcceptingSuspended, isAccepting { watchListeners(true) }
        if isDraining, now >= drainDeadline { closeAll() }
    }
}
