// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPerforming

/// Performs that ended since this daemon's start, for monitoring: collectors expect a counter to start anew
/// with its process.
final class Counters {
    private(set) var performs = Registry.Performs(success: 0, failure: 0, cancelled: 0)

    func count(_ outcome: Outcome) {
        switch outcome.result {
        case .success: performs.success += 1
        case .failure: performs.failure += 1
        case .cancelled: performs.cancelled += 1
        }
    }
}
