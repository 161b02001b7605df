// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import StrictJSON

/// Options chosen for some content. An option that accepts none of the items is not applied, so the facts
/// that it removes may still be present.
struct ContentChange {
    private let chosen: [Sheet.ChosenOption]
    private var applied: [Sheet.ContentOption]
    private var inapplicable: [Sheet.ContentOption] = []

    /// - Throws: `Failure`, also for an unknown or inactive option.
    init(_ request: Sheet.PrepareRequest, _ daemon: DaemonClient) throws {
        let reply = try daemon.call(Interfaces.sheet + ".Options", request.optionsRequest.object)
        let listed = try Sheet.OptionsReply(reply).options
        chosen = request.options
        applied = listed.filter { option in request.options.contains { $0.identifier == option.identifier } }
        for option in chosen where !applied.contains(where: { $0.identifier == option.identifier }) {
            inapplicable.append(try Self.find(option.identifier, daemon))
        }
    }

    /// The chosen options that accept some of the content.
    var options: [Sheet.ChosenOption] {
        chosen.filter { option in applied.contains { $0.identifier == option.identifier } }
    }

    private static func find(_ identifier: String, _ daemon: DaemonClient) throws -> Sheet.ContentOption {
        let bundles = try Registry.DescribeReply(daemon.describe()).activities
        let found = bundles.first { $0.identifier == identifier && $0.removes != nil }
        guard let found else {
            throw Failure(
                "There is no option \(printable(identifier)).",
                next: "\"activityctl options\" with the same content lists those that there are.")
        }
        guard found.state == .active else {
            throw Failure(
                "Nothing was shared: \(quoted(found.title ?? identifier)) is \(found.state.rawValue).",
                next: "\"activityctl show \(printable(identifier))\" tells more.")
        }
        return Sheet.ContentOption(takingNothing: found, title: found.title ?? identifier)
    }

    /// - Throws: `Failure` if a fact that an option removes remains in the content, or may remain in an
    ///   unread item.
    func requireNothing(in content: [Item], _ inside: Sheet.Inspection) throws {
        let remaining = (applied + inapplicable).remaining(in: inside)
        guard !remaining.isEmpty else { return }
        var parts = remaining.facts.map { "\($0.kind) remains in \(content.names($0.items))" }
        if !remaining.unread.isEmpty { parts.append("nobody looked into \(content.names(remaining.unread))") }
        throw Failure(
            "Nothing was shared: \(parts.joined(separator: "; ")).",
            next: "Leave them out, or share them all the same with --allow-remaining.")
    }

    private static func quoted(_ title: String) -> String { "\"\(printable(title))\"" }
}

extension Sheet.PrepareRequest {
    /// The request for the options of the same content.
    var optionsRequest: Sheet.OptionsRequest {
        Sheet.OptionsRequest(content: content, caption: caption, subject: subject, locale: locale)
    }
}
