// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface

package enum ServiceFault: Error, Hashable, Sendable {
    /// No connection could be made: the daemon does not run, does not accept it, or its queue stayed full.
    case notRunning
    /// The connection was lost, or a reply could not be decoded.
    case disconnected
    case refused(CallError)

    /// The refused activity or option, if the error names it.
    var activity: String? {
        switch self {
        case .refused(.noSuchActivity(let identifier)), .refused(.notApplicable(let identifier, _, _)),
            .refused(.notPerformable(let identifier, _)):
            identifier
        default: nil
        }
    }
}
