// SPDX-License-Identifier: Apache-2.0

package import Host

/// An event for a client. Further events may follow `started` and `progressed`; the others are final.
package enum PerformEvent: Sendable {
    /// The activity runs, and has reported nothing yet.
    case started(Progress)
    case progressed(Progress)
    case finished(Outcome)
    /// All running performs, in the order in which they were started.
    case running([RunningPerform])
    /// The activity was asked to end, or had already ended.
    case cancelled
    /// The activity never ran, or the client's request cannot be met.
    ///
    /// - Parameter of: the activity's identifier; empty if it is not known.
    case refused(PerformRefusal, of: String)
}

package struct RunningPerform: Hashable, Sendable {
    package let identifier: String
    /// The activity's title in the language of the request.
    package let title: String
    package let progress: Progress
}

/// A client that has requested a perform, or a reply about one, and receives the events.
package protocol PerformClient: AnyObject {
    /// The client's identity in the disk's queue.
    var caller: DiskCaller { get }
    /// Whether the client still accepts events.
    var isListening: Bool { get }
    /// Whether the client receives the unit's name and progress, or only the end.
    var wantsProgress: Bool { get }
    /// Called once if the client disconnects while it listens.
    var onLeave: (() -> Void)? { get set }

    /// Sends an event. A slow client may receive only the newest of several `progressed`.
    func notify(_ event: PerformEvent)
}

extension PerformClient {
    package var wantsProgress: Bool { true }
}

/// The client of a program that the daemon runs for itself.
package final class ProgramClient: PerformClient {
    package let caller: DiskCaller
    package let isListening = true
    package var onLeave: (() -> Void)?
    private weak var performer: Performer?
    private let onProgress: (Progress) -> Void
    private let then: (Result<Outcome, PerformRefusal>) -> Void
    /// The unit's name while the program runs.
    private var unit: String?
    private var isStopped = false

    /// - Parameters:
    ///   - onProgress: called for each progress report.
    ///   - then: called with the program's outcome, or with the reason why it never ran.
    package init(
        _ performer: Performer, _ caller: DiskCaller, onProgress: @escaping (Progress) -> Void = { _ in },
        then: @escaping (Result<Outcome, PerformRefusal>) -> Void
    ) {
        (self.performer, self.caller, self.onProgress, self.then) = (performer, caller, onProgress, then)
    }

    package func notify(_ event: PerformEvent) {
        switch event {
        case .started(let progress):
            unit = progress.unit
            if isStopped { stop() }
        case .progressed(let progress): onProgress(progress)
        case .running, .cancelled: break
        case .refused(let refusal, _): then(.failure(refusal))
        case .finished(let outcome):
            unit = nil
            then(.success(outcome))
        }
    }

    /// Reads the beginning of the program's output so far; empty if the program does not run.
    func readOutput(then: @escaping ([UInt8]) -> Void) {
        guard let unit, let performer else { return then([]) }
        performer.readOutput(of: unit, then: then)
    }

    /// Stops the program, now or as soon as it runs.
    package func stop() {
        isStopped = true
        if let unit { performer?.stop(unit) }
    }
}

/// Clients that follow one activity.
final class Followers {
    private var clients: [any PerformClient] = []
    /// Called when the last client leaves.
    var onEmpty: (() -> Void)?

    /// Sends a client the present state, and adds it if it still listens.
    func add(_ client: any PerformClient, _ event: PerformEvent) {
        client.notify(event)
        guard client.isListening else { return }
        clients.append(client)
        client.onLeave = { [weak self, weak client] in
            guard let self else { return }
            clients.removeAll { $0 === client }
            if clients.isEmpty { onEmpty?() }
        }
    }

    var isEmpty: Bool { clients.isEmpty }

    func notify(_ event: PerformEvent) {
        for client in clients { client.notify(event) }
    }

    /// Sends all clients the outcome, and removes them.
    func finish(_ outcome: Outcome) {
        let waiting = clients
        clients = []
        for client in waiting { client.notify(.finished(outcome)) }
    }
}
