// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import Varlink

/// Answers the calls of one method.
typealias MethodHandler = (PendingCall) throws(CallError) -> Void

/// A feature that the daemon can be built without: its module and the file that makes it are deleted, and its
/// entry in `Daemon.makeFeatures`. The daemon calls a feature only through these functions.
struct Feature {
    /// Handlers of the methods that it answers, keyed by qualified name. Those of io.activityd.Registry must
    /// not change anything, since any client may call them.
    var methods: [String: MethodHandler] = [:]
    /// Called after each scan, once more when all bundles are judged, and when settings have changed.
    var follow: () -> Void = {}
    /// Called after each reload.
    var reload: () -> Void = {}
    /// Whether work is under way for which the daemon must stay.
    var isPending: () -> Bool = { false }
    /// Adds the feature's part to a reply to Status.
    var report: (inout Registry.StatusReply) -> Void = { _ in }
    /// A store of the person's; nil if there is none, as in the system scope.
    var store: (any ListedStore)?
    /// Called with an activity's identifier when Forget has removed it from the store.
    var forget: (String) -> Void = { _ in }
}

/// A store that Answers lists and Forget clears.
protocol ListedStore: PersonStore {
    /// Adds the stored data of one activity, or of all, to those listed so far, which are keyed by identifier.
    func list(_ identifier: String?, in kept: inout [String: Registry.KeptAnswers])
}

extension [Feature] {
    /// The handler of the call's method; nil if no feature answers it.
    func handler(of call: PendingCall) -> MethodHandler? {
        let name = "\(call.interface.name).\(call.method)"
        return lazy.compactMap { $0.methods[name] }.first
    }
}
