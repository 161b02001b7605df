// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

extension Sheet {
    /// How far a performed activity is: a reply of Perform and of Follow.
    package struct Progress: Hashable, Sendable, JSONObjectConvertible {
        package enum State: String, CaseIterable, Sendable, JSONConvertible {
            case started, running, finished
        }

        package enum Result: String, CaseIterable, Sendable, JSONConvertible {
            case success, failure
            /// Only after Cancel.
            case cancelled
        }

        package var state: State
        package var unit: String
        /// 0 to 1.
        package var fraction: Double?
        package var status: String?
        /// Of a finished one only, as what follows.
        package var result: Result?
        package var exitStatus: Int?
        /// A name of signal(7), such as SIGKILL.
        package var signal: String?
        /// Of a failure, for people: one line without control characters, of at most 200 cells.
        package var reason: String?
        /// The first 64 KiB of standard output, as UTF-8.
        package var output: String?

        package init(_ state: State, unit: String) {
            self.state = state
            self.unit = unit
        }

        package init(_ object: JSON.Object) throws(JSON.Mismatch) {
            state = try object.read("state")
            unit = try object.read("unit")
            fraction = try object.read("fraction")
            status = try object.read("status")
            result = try object.read("result")
            exitStatus = try object.read("exitStatus")
            signal = try object.read("signal")
            reason = try object.read("reason")
            output = try object.read("output")
        }

        package var object: JSON.Object {
            .withoutNulls([
                "state": state, "unit": unit, "fraction": fraction, "status": status, "result": result,
                "exitStatus": exitStatus, "signal": signal, "reason": reason, "output": output,
            ])
        }
    }
}
