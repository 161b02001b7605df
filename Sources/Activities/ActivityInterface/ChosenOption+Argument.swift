// SPDX-License-Identifier: Apache-2.0

extension Sheet.ChosenOption {
    /// Parses the argument of `--option`, such as `io.activityd.smaller=size:1280`; nil if it is malformed.
    private init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard !parts[0].isEmpty else { return nil }
        self.init(identifier: String(parts[0]))
        guard parts.count > 1 else { return }
        let answer = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard answer.count == 2, !answer[0].isEmpty else { return nil }
        answers = [String(answer[0]): String(answer[1])]
    }

    /// Parses several arguments; a repeated identifier adds answers to its option.
    package static func all(_ arguments: [String]) throws(InvalidOption) -> [Sheet.ChosenOption] {
        var options: [Sheet.ChosenOption] = []
        for argument in arguments {
            guard let option = Self(argument: argument) else { throw InvalidOption(argument: argument) }
            guard let index = options.firstIndex(where: { $0.identifier == option.identifier }) else {
                options.append(option)
                continue
            }
            guard let answers = option.answers else { continue }
            options[index].answers = (options[index].answers ?? [:]).merging(answers) { _, last in last }
        }
        return options
    }

    package struct InvalidOption: Error, CustomStringConvertible {
        let argument: String

        package var description: String {
            "\"\(argument)\" is not an option. Give one like io.activityd.smaller=size:1280."
        }
    }
}
