// SPDX-License-Identifier: Apache-2.0

import Host

/// Does each piece of work, and gives each answer, only when the test says so.
final class SteppedDisk: Disk {
    let remover = Remover()
    let reportPath: @Sendable (String) -> Void = { _ in }
    /// Each does its work, and returns what gives the answer.
    private var work: [() -> () -> Void] = []
    private var answers: [() -> Void] = []

    func run(at path: String, _ work: @escaping @Sendable () -> Void) {
        self.work.append {
            work()
            return {}
        }
    }

    func run<Answer: Sendable>(
        at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void
    ) {
        self.work.append {
            let answer = work()
            return { then(answer) }
        }
    }

    func queue<Answer: Sendable>(
        for caller: DiskCaller, at path: String, _ work: @escaping @Sendable () -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        run(at: path, work) { then(.success($0)) }
    }

    func proceed<Answer: Sendable>(
        for caller: DiskCaller, at path: String,
        _ work: @escaping @Sendable (_ reportPath: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        run(at: path) {
            work { _ in }
        } then: {
            then(.success($0))
        }
    }

    var isIdle: Bool { work.isEmpty && answers.isEmpty }

    /// Forgets what is left, as when a daemon is killed: it retains performances, and they their disk.
    func drop() { (work, answers) = ([], []) }

    func workOnce() { if !work.isEmpty { answers.append(work.removeFirst()()) } }

    func answerOnce() { if !answers.isEmpty { answers.removeFirst()() } }
}
