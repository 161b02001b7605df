// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import Varlink

/// Answers the calls of one method.
typealias MethodHandler = (PendingCall) throws(CallError) -> Void

/// A feature that the daemon can be built without: docs/recipes.md, "The daemon without a feature", lists the
/// files and lines to delete. ActivityDaemon calls a feature only through these functions.
struct Feature {
    /// Handlers of its methods of io.activityd.Sheet, keyed by name. Clients need the right to perform.
    var methods: [String: MethodHandler] = [:]
    /// Handlers of its methods of io.activityd.Registry that change nothing, which any client may call.
    var queries: [String: MethodHandler] = [:]
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
    /// Adds the stored data of one activity, or of all, to those listed so far, keyed by identifier.
    func list(_ identifier: String?, in kept: inout [String: Registry.KeptAnswers])
}

extension [Feature] {
    /// The handler among one kind of methods; nil if no feature has the method.
    func handler(
        of method: String, among kind: KeyPath<Feature, [String: MethodHandler]>
    ) -> MethodHandler? {
        lazy.compactMap { $0[keyPath: kind][method] }.first
    }
}
