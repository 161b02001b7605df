// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Host
import Systemd

extension GeneratorRuns {
    /// Interval between checks of the written size, in microseconds.
    private static let measurePeriod: UInt64 = 250_000

    func measureLater() {
        if measureTimer == nil {
            measureTimer = try? loop.after(Self.measurePeriod) { [weak self] in self?.measure() }
        }
        measureTimer?.rearm(after: Self.measurePeriod)
    }

    /// Stops runs that have written too much, and retries the stop of other failed runs.
    private func measure() {
        let running = runs.mapValues(\.folder)
        guard !running.isEmpty else { return }
        registry.run(at: stagingFolder) { [folders] in
            running.compactMapValues { folder in
                do throws(GeneratedFault) { try folders.check(folder) } catch {
                    return error.sentence
                }
                return nil
            }
        } then: { [weak self] (faults: [String: String]) in
            guard let self else { return }
            for (name, run) in runs {
                if let sentence = faults[name] ?? run.failure { stop(name, sentence) }
            }
            if !runs.isEmpty { measureLater() }
        }
    }
}
