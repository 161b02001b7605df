// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON

/// The closing part of a file, as a document: ignored activities, switches that are off, and the list of
/// allowed activities.
enum Closings {
    /// - Parameter form: the file's form; an election closes nothing among settings, nor a setting among
    ///   elections.
    static func of(_ document: JSON.Object, _ form: PolicyFragment.Form) -> JSON.Object {
        var closings = JSON.Object()
        for (name, value) in document.members where form == .settings {
            if let closing = SettingKey(name)?.closing(value) { closings.set(name, closing) }
        }
        guard form == .elections else { return closings }
        return ElectionDocument.document(
            ElectionDocument(document).entries.filter { $0.value.election == .ignore })
    }

    /// The entries of `closings` that are not equally in `said`.
    static func of(_ closings: JSON.Object, without said: JSON.Object?) -> JSON.Object {
        guard let said else { return closings }
        let members = closings.members.compactMap { name, value -> (name: String, value: JSON)? in
            guard case .object(let new) = value, case .object(let old)? = said.value(name) else {
                return said.value(name) == value ? nil : (name, value)
            }
            let former = Dictionary(old.members.map { (ExactText($0.name), $0.value) }) { first, _ in first }
            let rest = new.members.filter { former[ExactText($0.name)] != $0.value }
            return rest.isEmpty ? nil : (name, .object(JSON.Object(rest)))
        }
        return JSON.Object(members)
    }

    /// The closings with every election locked.
    static func locked(_ closings: JSON.Object) -> JSON.Object {
        guard case .object? = closings.value(ElectionDocument.key) else { return closings }
        return ElectionDocument.document(
            ElectionDocument(closings).entries.mapValues { AdminElection($0.election, isLocked: true) })
    }
}
