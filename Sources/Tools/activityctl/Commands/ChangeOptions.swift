// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ArgumentParser

/// Ways to change the selection before it leaves.
struct ChangeOptions: ParsableArguments {
    @Option(
        name: .customLong("option"),
        help: ArgumentHelp(
            "Change what leaves, as \"activityctl options\" lists it; may be repeated.",
            valueName: "id[=field:value,...]"))
    var texts: [String] = []

    func validate() throws {
        var identifiers: Set<String> = []
        for text in texts {
            guard let option = Self.read(text) else {
                throw ValidationError(
                    "\"\(text)\" is not an option. Give one like io.activityd.smaller=size:medium.")
            }
            guard identifiers.insert(option.identifier).inserted else {
                throw ValidationError("Choose each option only once.")
            }
        }
    }

    var chosen: [Sheet.ChosenOption] { texts.compactMap(Self.read) }

    /// Parses one option; nil for a text without an identifier, or with answers of another form.
    private static func read(_ text: String) -> Sheet.ChosenOption? {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard Identifier.isValid(parts[0]) else { return nil }
        guard parts.count > 1 else { return Sheet.ChosenOption(identifier: parts[0]) }
        var answers: [String: String] = [:]
        for answer in parts[1].split(separator: ",", omittingEmptySubsequences: false) {
            let words = answer.split(separator: ":", maxSplits: 1).map(String.init)
            guard words.count == 2, answers.updateValue(words[1], forKey: words[0]) == nil else { return nil }
        }
        return Sheet.ChosenOption(identifier: parts[0], answers: answers)
    }
}
