// SPDX-License-Identifier: Apache-2.0
//
// Clients' requests for the disk wait here, on the thread that answers; the disk thread has one of them at a
// time. So users are served in turn, each in the order of their calls, and the daemon's own work (scans,
// state files, sweeping) waits for one client's request at most. A request that waits here has not begun: it
// can be refused, and is skipped if its client has hung up. A call counts towards its user's limit until the
// reply, even while it runs or its icons are being judged.

import Host

struct DiskQueue {
    /// Number of one user's calls, and their total size.
    struct Amount {
        var calls = 0
        /// Size of the calls as received; decoded, they use up to three times as much memory.
        var bytes = 0
    }

    private let limits: Amount
    private var waiting = FairQueue<DiskRequest>()
    private var unanswered: [Int: DiskRequest] = [:]
    private var usage: [Requester: Amount] = [:]
    /// The request that the disk thread is working on.
    private(set) var current: DiskRequest?

    var isPending: Bool { !unanswered.isEmpty }

    /// A user of the system scope has 256 connections at most, so there only calls without a waiting client
    /// can exceed the limit.
    init(limits: Amount = Amount(calls: 256, bytes: 16 << 20)) { self.limits = limits }

    /// - Throws: `tooManyCalls`, `tooManyBytes`. A user's only call is accepted at any length.
    mutating func add(_ request: DiskRequest) throws(DiskRefusal) {
        let caller = request.caller
        if !request.continues {
            if let excess = excess(of: caller) {
                for unwanted in waiting.remove(of: caller.requester, where: { !$0.isWanted }) {
                    remove(unwanted.id)
                }
                if self.excess(of: caller) != nil { throw excess }
            }
            waiting.append(request, of: caller.requester)
        } else if caller.requester == .inquiry {
            // If inquiries were put back in front, the next step of one would always precede all others.
            waiting.append(request, of: .inquiry)
        } else {
            waiting.putBack(request, of: caller.requester)
        }
        unanswered[request.id] = request
        usage[caller.requester, default: Amount()].calls += 1
        usage[caller.requester, default: Amount()].bytes += caller.bytes
    }

    /// The limit that a call would exceed. All sandboxed apps together have the limits of one user, and a
    /// single app has half of them.
    private func excess(of caller: DiskCaller) -> DiskRefusal? {
        let own = usage[caller.requester] ?? Amount()
        guard case .app = caller.requester else { return own.excess(caller, limits) }
        let all = usage.reduce(into: Amount()) { sum, entry in
            guard case .app = entry.key else { return }
            (sum.calls, sum.bytes) = (sum.calls + entry.value.calls, sum.bytes + entry.value.bytes)
        }
        return own.excess(caller, Amount(calls: limits.calls / 2, bytes: limits.bytes / 2))
            ?? all.excess(caller, limits)
    }

    /// Makes the next request the current one, unless there is one already.
    mutating func next() -> DiskRequest? {
        while current == nil, let request = waiting.next(where: { _ in true }) {
            guard request.isWanted else {
                remove(request.id)
                continue
            }
            current = request
            return request
        }
        return nil
    }

    /// Records that the disk thread has finished this request; false if it is not the current one any more.
    mutating func finish(_ id: Int) -> Bool {
        guard current?.id == id else { return false }
        current = nil
        return true
    }

    /// Removes a request that has been answered or dropped; nil if it is already removed.
    @discardableResult
    mutating func remove(_ id: Int) -> DiskRequest? {
        guard let request = unanswered.removeValue(forKey: id) else { return nil }
        let requester = request.caller.requester
        guard var used = usage[requester] else { return request }
        used.calls -= 1
        used.bytes -= request.caller.bytes
        usage[requester] = used.calls > 0 ? used : nil
        return request
    }

    /// Removes and returns all requests that have not begun, and the current one if it may be refused.
    mutating func removeIdle() -> [DiskRequest] {
        _ = waiting.removeAll()
        if current?.work.take() != nil { current = nil }
        let idle = unanswered.values.filter { $0.id != current?.id || $0.isRefusable }.sorted {
            $0.id < $1.id
        }
        for request in idle { remove(request.id) }
        return idle
    }
}

extension DiskQueue.Amount {
    /// The limit that a call would exceed; nil if none.
    fileprivate func excess(_ caller: DiskCaller, _ limits: Self) -> DiskRefusal? {
        if calls >= limits.calls { return .tooManyCalls(maximum: limits.calls) }
        return calls > 0 && bytes + caller.bytes > limits.bytes ? .tooManyBytes(maximum: limits.bytes) : nil
    }
}

extension DiskRequest {
    fileprivate var isWanted: Bool { continues || caller.isWanted() }
}
