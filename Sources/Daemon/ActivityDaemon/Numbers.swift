// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPerforming
import ActivityRegistry
import Systemd

/// Counters for monitoring. A daemon exits when idle, so each passes its counters to the next
/// (KeptNumbers.swift); a killed daemon loses the counts since its start.
final class Numbers {
    private static let restarts = "restarts"
    /// Keys of the stored counters.
    static let names = Outcome.Result.allCases.map(\.rawValue) + [restarts]

    private let registry: BundleRegistry
    private let path: String
    /// This daemon's id among all daemons that share the cache, including those on other machines.
    private let daemon: String
    /// The stored counters; nil until read.
    private var kept: KeptNumbers?
    /// Performs that ended since the start, keyed by result.
    private var ended: [String: Int] = [:]

    init(_ registry: BundleRegistry, runtimeFolder: String) {
        self.registry = registry
        path = registry.searchPath.cacheFolder + "/numbers.json"
        daemon = (MachineID.machine ?? "") + ":" + runtimeFolder
    }

    /// Reads the counters that earlier daemons stored, and records that this daemon runs.
    func start() {
        registry.ask(at: path) { [path, daemon] _ in
            try? KeptNumbers.update(path) {
                if $0.begin(daemon) { $0[Self.restarts] += 1 }
            }
        } then: { [self] in
            kept = $0
        }
    }

    func count(_ outcome: Outcome) { ended[outcome.result.rawValue, default: 0] += 1 }

    /// Stores the counters at an orderly end. If they cannot be written, only these counts are lost.
    func end() {
        registry.tell(at: path) { [path, daemon, ended] _ in
            _ = try? KeptNumbers.update(path) {
                for (name, count) in ended { $0[name] += count }
                $0.end(daemon)
            }
        }
    }

    var performs: Registry.Performs {
        func number(_ result: Outcome.Result) -> Int {
            let since = ended[result.rawValue, default: 0]
            return kept?.count(result.rawValue, more: since) ?? since
        }
        return Registry.Performs(
            success: number(.success), failure: number(.failure), cancelled: number(.cancelled))
    }

    var restarts: Int { kept?[Self.restarts] ?? 0 }
}
