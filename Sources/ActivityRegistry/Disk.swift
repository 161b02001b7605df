// SPDX-License-Identifier: Apache-2.0

package import Host

/// The disk's thread, as the thread that answers has it.
package protocol Disk: AnyObject {
    /// To be used on that thread.
    var remover: Remover { get }

    /// Queues `work` behind all earlier work. `place` is the path that it works on, for people.
    func run(at place: String, _ work: @escaping @Sendable () -> Void)

    /// The same, and calls `then`, on the thread that answers, with what it returned.
    func run<Answer: Sendable>(
        at place: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void)

    /// Has more done for a call for which something was done already. `work` is given a function that it tells where
    /// it has come to.
    func proceed<Answer: Sendable>(
        for caller: DiskCaller, at place: String,
        _ work: @escaping @Sendable (_ note: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void)
}

extension BundleRegistry: Disk {
    package func run(at place: String, _ work: @escaping @Sendable () -> Void) {
        tell(at: place) { _ in work() }
    }

    package func run<Answer: Sendable>(
        at place: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void
    ) {
        ask(at: place, { _ in work() }, then: then)
    }

    package func proceed<Answer: Sendable>(
        for caller: DiskCaller, at place: String,
        _ work: @escaping @Sendable (_ note: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        request(for: caller, continues: true, at: place, { work($0.note) }, then: then)
    }
}
