// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import StrictJSON

/// An activity with answers that are remembered, and others that are not.
package enum Inbox {
    private static let form: JSON = [
        ["id": "place", "label": "Place", "type": "url", "required": true, "remember": true],
        [
            "id": "size", "label": "Size", "type": "choice", "default": "a", "remember": true,
            "options": [["value": "a", "label": "A"], ["value": "b", "label": "B"]],
        ],
        ["id": "note", "label": "Note", "type": "text"],
        ["id": "secret", "label": "Password", "type": "password"],
    ]

    /// Prints its request.
    package static let plugin = Plugin.script("inbox", "cat", [], ["stdin": "request"]).with(["form": form])
    /// Fails if an answer contains "wrong".
    package static let choosy = Plugin.script("inbox", "! grep -q wrong", [], ["stdin": "request"])
        .with(["form": form])
}

extension ServedDaemon {
    /// The initial values of the inbox's form, by field.
    package func inboxDefaults() throws -> [String: String] {
        let ask = Self.asking(Inbox.plugin.identifier)
        let fields: [Sheet.Field] = try call("Sheet.Form", ask).read("fields")
        return Dictionary(uniqueKeysWithValues: fields.map { ($0.id, $0.default ?? "") })
    }

    /// Performs with a place, expects the result, and returns the next form's place.
    package func inboxPlace(after place: String, _ result: Sheet.Progress.Result) throws -> String? {
        let end = try ending(Inbox.choosy.identifier, answers: ["place": place])
        guard end.result == result else { throw UnexpectedReply("After \(place) came: \(end)") }
        return try inboxDefaults()["place"]
    }
}
