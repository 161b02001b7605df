// SPDX-License-Identifier: Apache-2.0
//
// Any client may follow or cancel any unit by its name. A client that asks about an unknown unit, or for the
// list, waits until the disk's thread has read the records of an earlier daemon.

import Host

extension Performer {
    private enum KnownPerform {
        case present(Performance)
        case ended(EndedPerformance)
    }

    /// Sends the client a list of the running performs, without the daemon's own programs.
    package func running(for client: any PerformClient) {
        whenRecovered(for: client) { [weak self] in
            guard let self else { return }
            let started = performances.values.sorted { $0.record.started < $1.record.started }
            client.notify(.running(started.compactMap(\.running)))
        }
    }

    /// Sends the client a unit's progress and outcome.
    package func follow(_ unit: String, _ client: any PerformClient) {
        if preparations.follow(unit, client) { return }
        find(unit, for: client) { [weak self] known in
            switch known {
            case .present(let performance): performance.follow(client)
            case .ended(let perform): self?.reportEnd(client, of: perform)
            }
        }
    }

    package func cancel(_ unit: String, for client: any PerformClient) {
        if preparations.cancel(unit, for: client) { return }
        find(unit, for: client) { known in
            guard case .present(let performance) = known else { return client.notify(.cancelled) }
            performance.cancel { [identifier = performance.identifier] reason in
                guard let reason else { return client.notify(.cancelled) }
                client.notify(.refused(.notPerformable(reason: reason), of: identifier))
            }
        }
    }

    func stop(_ unit: String) {
        performance(unit)?.cancel { _ in }
    }

    /// Reads the retained output of a program so far; empty if it has none.
    func readOutput(of unit: String, then: @escaping ([UInt8]) -> Void) {
        guard let output = performance(unit)?.channels.output else { return then([]) }
        disk.run(at: folders.path) {
            output.drain()
            return output.bytes
        } then: {
            then($0)
        }
    }

    private func performance(_ unit: String) -> Performance? {
        performances.values.first { $0.hasName && $0.unit == unit }
    }

    /// Finds a unit; refuses the client if the name is unknown.
    private func find(
        _ unit: String, for client: any PerformClient, _ then: @escaping (KnownPerform) -> Void
    ) {
        if let performance = performance(unit) {
            return then(performance.ended.map { .ended($0) } ?? .present(performance))
        }
        if let perform = results.find(unit) { return then(.ended(perform)) }
        guard isRecovering else { return client.notify(.refused(.noSuchUnit(unit), of: "")) }
        whenRecovered(for: client) { [weak self] in self?.find(unit, for: client, then) }
    }

    /// Delays the client until the performs of an earlier daemon are known; refuses it if the disk is
    /// stalled.
    private func whenRecovered(for client: any PerformClient, _ then: @escaping () -> Void) {
        guard isRecovering else { return then() }
        disk.proceed(for: client.caller, at: folders.path) { _ in
        } then: { [weak self] answer in
            switch answer {
            case .success: self?.whenRecovered(for: client, then)
            case .failure(let refusal): client.notify(.refused(PerformRefusal(refusal), of: ""))
            }
        }
    }

    private func reportEnd(_ client: any PerformClient, of perform: EndedPerformance) {
        if let outcome = perform.unstored { return client.notify(.finished(outcome)) }
        let folder = folders.folder(token: perform.token)
        disk.proceed(for: client.caller, at: folder.path) { _ in
            try? folder.result()
        } then: { answer in
            switch answer {
            case .success(let result?): client.notify(.finished(result.outcome))
            case .success(nil): client.notify(.refused(.noSuchUnit(perform.unit), of: perform.identifier))
            case .failure(let refusal):
                client.notify(.refused(PerformRefusal(refusal), of: perform.identifier))
            }
        }
    }
}
