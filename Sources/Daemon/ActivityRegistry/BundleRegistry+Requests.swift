// SPDX-License-Identifier: Apache-2.0

package import Host

/// Work for clients' calls on the disk thread.
extension BundleRegistry {
    /// Has the keeper do `work` for a call when its user's turn comes; `work` answers when it likes.
    ///
    /// Work that answers after it has returned must change nothing after that: it may have been refused meanwhile.
    ///
    /// - Parameters:
    ///   - continues: whether something was done for this call before. It then comes before the other calls of its
    ///     user.
    ///   - isRefusable: whether the call may be refused while the work waits for a file system.
    ///   - then: called with the answer, or why there is none; never where the client has hung up before it began.
    package func request<Answer: Sendable>(
        for caller: DiskCaller, continues: Bool = false, isRefusable: Bool = false, at path: String? = nil,
        _ work: @escaping @Sendable (RegistryKeeper, @escaping (Answer) -> Void) -> Void,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        if hasGivenUp { return then(.failure(.ending)) }
        if let path = refuseWhatWaits() { return then(.failure(.stalled(path: path))) }
        let (id, answer) = (nextID(), Slot<Answer>())
        let begin: DiskRequest.Work = { [events] keeper in
            work(keeper) {
                answer.put($0)
                events.post(.answered(id))
            }
        }
        let request = DiskRequest(
            id: id, caller: caller, path: path ?? searchPath.registrationFolder, continues: continues,
            isRefusable: isRefusable, work: Slot(begin),
            deliver: { if let value = answer.take() { then(.success(value)) } },
            refuse: { then(.failure($0)) })
        do { try requests.add(request) } catch { return then(.failure(error)) }
        handOver()
    }

    /// The same for work that returns its answer.
    package func request<Answer: Sendable>(
        for caller: DiskCaller, continues: Bool = false, at path: String? = nil,
        _ work: @escaping @Sendable (RegistryKeeper) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        request(
            for: caller, continues: continues, at: path, { keeper, answer in answer(work(keeper)) },
            then: then)
    }

    /// Keeps what a person answered an activity's questions with. No client waits for it.
    package func keep(_ answers: [String: String], of identifier: String, _ stage: AnswerStage) {
        tell(at: searchPath.stateFolders[0]) { $0.keep(answers, of: identifier, stage) }
    }

    /// Gives the disk's thread the next request, unless it has one.
    func handOver() {
        guard let request = requests.next() else { return }
        let (id, slot) = (request.id, request.work)
        tell(at: request.path) { [events] keeper in
            slot.take()?(keeper)
            events.post(.cameBack(id))
        }
    }

    /// Where a file system does not answer, refuses what waits for it, which is not done later.
    ///
    /// - Returns: its path.
    @discardableResult
    package func refuseWhatWaits() -> String? {
        guard let path = disk.stall else { return nil }
        for request in requests.removeIdle() { request.refuse(.stalled(path: path)) }
        return path
    }

    // MARK: Ending

    /// Answers every call that still waits, for the daemon ends: what is not begun never will be, and the outcome of
    /// what is begun is unknown.
    package func giveUp() {
        hasGivenUp = true
        for request in requests.removeIdle() { request.refuse(.ending) }
        guard let request = requests.current, requests.remove(request.id) != nil else { return }
        request.refuse(.unknown(path: disk.busyPath ?? request.path))
    }
}

extension BundleRegistry: Disk {
    package var note: @Sendable (String) -> Void { { [disk] in disk.note($0) } }

    package func run(at path: String, _ work: @escaping @Sendable () -> Void) {
        tell(at: path) { _ in work() }
    }

    package func run<Answer: Sendable>(
        at path: String, _ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void
    ) {
        ask(at: path, { _ in work() }, then: then)
    }

    package func queue<Answer: Sendable>(
        for caller: DiskCaller, at path: String, _ work: @escaping @Sendable () -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        request(for: caller, at: path, { _ in work() }, then: then)
    }

    package func proceed<Answer: Sendable>(
        for caller: DiskCaller, at path: String,
        _ work: @escaping @Sendable (_ note: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        request(
            for: caller, continues: true, isRefusable: true, at: path,
            { keeper, answer in answer(work(keeper.note)) }, then: then)
    }
}
