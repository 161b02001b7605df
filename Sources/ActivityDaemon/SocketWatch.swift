// SPDX-License-Identifier: Apache-2.0

import Systemd

/// Checks every other second that the sockets' files are still there. A program that clears the runtime folder
/// would otherwise leave a daemon that no client can reach.
final class SocketWatch {
    private static let interval: UInt64 = 2_000_000

    private let sockets: Sockets
    private let journal: Journal
    private let onRebind: () -> Void
    private var timer: EventSource?
    /// What was said already.
    private var told: Set<Sockets.Loss> = []

    /// - Parameter onRebind: called when a listening descriptor is another socket's.
    init(_ sockets: Sockets, _ loop: EventLoop, _ journal: Journal, onRebind: @escaping () -> Void) {
        self.sockets = sockets
        self.journal = journal
        self.onRebind = onRebind
        timer = try? loop.after(Self.interval) { [unowned self] in
            look()
            timer?.rearm(after: Self.interval)
        }
    }

    deinit { timer?.remove() }

    private func look() {
        let losses = sockets.restore()
        for loss in losses where told.insert(loss).inserted { tell(loss) }
        told.formIntersection(losses.filter { if case .lasting = $0 { true } else { false } })
        if losses.contains(where: { if case .rebound = $0 { true } else { false } }) { onRebind() }
    }

    private func tell(_ loss: Sockets.Loss) {
        switch loss {
        case .rebound(let path):
            journal.problem(
                "\(path) was removed; activityd has bound it again.", id: Journal.MessageID.socketLost)
        case .lasting(let sentence): journal.problem(sentence, id: Journal.MessageID.socketLost)
        }
    }
}
