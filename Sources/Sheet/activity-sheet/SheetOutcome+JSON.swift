// SPDX-License-Identifier: Apache-2.0

import SheetSession
import StrictJSON

extension SheetOutcome {
    /// The outcome as `--json` prints it.
    var json: JSON {
        switch self {
        case .performed: JSON.Object([("outcome", "performed")]).json
        case .left: JSON.Object([("outcome", "left")]).json
        case .refused(let refusal): Self.failed(reason: refusal.sentence).json
        case .failed(let reason): JSON.Object([("outcome", "failed"), ("reason", .string(reason))]).json
        }
    }
}
