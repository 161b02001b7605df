// SPDX-License-Identifier: Apache-2.0

import Host
import Synchronization

/// Does each piece at once, and answers only when the test says so.
final class HeldDisk: Disk {
    let remover = Remover()
    let reportPath: @Sendable (String) -> Void = { _ in }
    /// Whose calls have gone on, in their order.
    private(set) var requesters: [Requester] = []
    /// Where the work has come to.
    private let places = Mutex<[String]>([])
    private var answers: [() -> Void] = []

    func run(at path: String, _ work: @escaping @Sendable () -> Void) { work() }

    func run<Answer: Sendable>(
        at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void
    ) {
        let answer = work()
        answers.append { then(answer) }
    }

    func queue<Answer: Sendable>(
        for caller: DiskCaller, at path: String, _ work: @escaping @Sendable () -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        let answer = work()
        answers.append { then(.success(answer)) }
    }

    func proceed<Answer: Sendable>(
        for caller: DiskCaller, at path: String,
        _ work: @escaping @Sendable (_ reportPath: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        requesters.append(caller.requester)
        let answer = work { place in places.withLock { $0.append(place) } }
        answers.append { then(.success(answer)) }
    }

    var noted: [String] { places.withLock { $0 } }

    func answer() { while !answers.isEmpty { answers.removeFirst()() } }
}
