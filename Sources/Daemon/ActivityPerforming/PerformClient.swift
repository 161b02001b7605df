// SPDX-License-Identifier: Apache-2.0

package import Host

/// An event that a client is told. Other events may follow `started` and `progressed`, none follows the rest.
package enum PerformEvent: Sendable {
    /// It runs, and has reported nothing yet.
    case started(Progress)
    /// How far it is.
    case progressed(Progress)
    case finished(Outcome)
    /// All running performs, in the order in which they were started.
    case running([RunningPerform])
    /// It was asked to end, or had ended already.
    case cancelled
    /// It never ran, or the client's request cannot be met.
    ///
    /// - Parameter of: the activity's identifier; empty where it is not known.
    case refused(PerformRefusal, of: String)
}

package struct RunningPerform: Hashable, Sendable {
    package let identifier: String
    /// The activity's title in the language of the request.
    package let title: String
    package let progress: Progress
}

/// Asks for a perform, or for one that runs, and is told what happens to it.
package protocol PerformClient: AnyObject {
    /// As the disk's queue knows it.
    var caller: DiskCaller { get }
    /// Whether it takes more events.
    var isListening: Bool { get }
    /// Whether it is told how far it is, and by which name, or its end alone.
    var wantsProgress: Bool { get }
    /// Called once if it goes away while it listens.
    var onLeave: (() -> Void)? { get set }

    /// A slow client may be given only the newest of several `progressed`.
    func tell(_ event: PerformEvent)
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
    /// The name of its unit, while it runs.
    private var unit: String?
    private var isStopped = false

    /// - Parameter then: given how the program ended, or why it never ran.
    package init(
        _ performer: Performer, _ caller: DiskCaller, onProgress: @escaping (Progress) -> Void = { _ in },
        then: @escaping (Result<Outcome, PerformRefusal>) -> Void
    ) {
        (self.performer, self.caller, self.onProgress, self.then) = (performer, caller, onProgress, then)
    }

    package func tell(_ event: PerformEvent) {
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

    /// Reads the beginning of what the program has printed by now; nothing if it does not run.
    func readOutput(then: @escaping ([UInt8]) -> Void) {
        guard let unit, let performer else { return then([]) }
        performer.readOutput(of: unit, then: then)
    }

    /// Has the program end, at once or as soon as it runs.
    package func stop() {
        isStopped = true
        if let unit { performer?.stop(unit) }
    }
}

/// Clients that are told how one activity goes.
final class Followers {
    private var clients: [any PerformClient] = []
    /// Called when the last of them goes away.
    var onEmpty: (() -> Void)?

    /// Adds a client, and tells it the present state first.
    func add(_ client: any PerformClient, _ event: PerformEvent) {
        client.tell(event)
        guard client.isListening else { return }
        clients.append(client)
        client.onLeave = { [weak self, weak client] in
            guard let self else { return }
            clients.removeAll { $0 === client }
            if clients.isEmpty { onEmpty?() }
        }
    }

    var isEmpty: Bool { clients.isEmpty }

    func tell(_ event: PerformEvent) {
        for client in clients { client.tell(event) }
    }

    /// Tells all of them the end, and forgets them.
    func finish(_ outcome: Outcome) {
        let waiting = clients
        clients = []
        for client in waiting { client.tell(.finished(outcome)) }
    }
}
