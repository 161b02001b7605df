// SPDX-License-Identifier: Apache-2.0

package import Host

/// Work for clients' calls on the disk thread.
extension BundleRegistry {
    /// Queues `work` for a client's call; it runs on the disk thread when its user's turn comes, and may
    /// reply later.
    ///
    /// `work` must change nothing after it has returned: the call may have been refused meanwhile.
    ///
    /// - Parameters:
    ///   - continues: whether earlier work was done for this call. Then the call precedes the user's other
    ///     calls, unless it is an inquiry, and is accepted beyond the limits.
    ///   - isRefusable: whether the call may be refused while `work` waits for a file system.
    ///   - then: called with the reply or the refusal; never if the client hangs up before `work` begins.
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

    package func request<Answer: Sendable>(
        for caller: DiskCaller, continues: Bool = false, at path: String? = nil,
        _ work: @escaping @Sendable (RegistryKeeper) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        request(
            for: caller, continues: continues, at: path, { keeper, answer in answer(work(keeper)) },
            then: then)
    }

    /// Stores a person's answers to an activity's form. No client waits for it.
    package func saveAnswers(_ answers: [String: String], of identifier: String, _ stage: AnswerStage) {
        post(at: searchPath.stateFolders[0]) { $0.saveAnswers(answers, of: identifier, stage) }
    }

    /// Gives the disk thread the next request, unless it has one.
    func handOver() {
        guard let request = requests.next() else { return }
        let (id, slot) = (request.id, request.work)
        post(at: request.path) { [events] keeper in
            slot.take()?(keeper)
            events.post(.requestFinished(id))
        }
    }

    /// If a file system does not respond, refuses the requests that wait for the disk, which are then never
    /// carried out, and the current one if it is refusable.
    ///
    /// - Returns: the path that does not respond, if any.
    @discardableResult
    package func refuseWhatWaits() -> String? {
        guard let path = disk.stall else { return nil }
        for request in requests.removeIdle() { request.refuse(.stalled(path: path)) }
        return path
    }

    // MARK: Ending

    /// Refuses all open calls because the daemon ends: requests not yet begun are never carried out, and the
    /// outcome of the current one is unknown.
    package func giveUp() {
        hasGivenUp = true
        for request in requests.removeIdle() { request.refuse(.ending) }
        guard let request = requests.current, requests.remove(request.id) != nil else { return }
        request.refuse(.unknown(path: disk.busyPath ?? request.path))
    }
}

extension BundleRegistry: Disk {
    package var reportPath: @Sendable (String) -> Void { { [disk] in disk.reportPath($0) } }

    package func run(at path: String, _ work: @escaping @Sendable () -> Void) {
        post(at: path) { _ in work() }
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
        _ work: @escaping @Sendable (_ reportPath: (String) -> Void) -> Answer,
        then: @escaping (Result<Answer, DiskRefusal>) -> Void
    ) {
        request(
            for: caller, continues: true, isRefusable: true, at: path,
            { keeper, answer in answer(work(keeper.reportPath)) }, then: then)
    }
}
