// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

struct AnswerOptions: ParsableArguments {
    @Option(
        name: .customLong("answer"),
        help: ArgumentHelp(
            "The answer to a question of the activity's form; may be repeated.", valueName: "id=value"
        ))
    var answers: [String] = []

    @Flag(help: "Print the daemon's replies, one a line.") var json = false

    func validate() throws {
        for answer in answers where !answer.dropFirst().contains("=") {
            throw ValidationError("\"\(answer)\" is not an answer. Give one like width=1024.")
        }
        guard Set(answers.map(Self.id)).count == answers.count else {
            throw ValidationError("Answer each question only once.")
        }
    }

    /// Answers keyed by field ID.
    var byID: [String: String] {
        Dictionary(
            uniqueKeysWithValues: answers.map { (Self.id($0), String($0.dropFirst(Self.id($0).count + 1))) })
    }

    private static func id(_ answer: String) -> String { String(answer.prefix { $0 != "=" }) }
}
