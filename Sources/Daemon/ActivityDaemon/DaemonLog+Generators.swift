// SPDX-License-Identifier: Apache-2.0

import ActivityGenerators
import ActivityModel
import Systemd

extension Journal {
    func generator(_ message: GeneratorMessage) {
        switch message {
        case .problem(let sentence): problem(sentence)
        case .unwatched(let sentence): problem(sentence, id: MessageID.unwatched)
        case .ran(let name, let sentence): log(.debug, sentence, ["GENERATOR": name])
        case .generatorProblem(let name, let sentence):
            log(.warning, printable(sentence), id: MessageID.generatorProblem, ["GENERATOR": name])
        case .printed(let name, let errors):
            for line in errors.split(whereSeparator: \.isNewline) {
                log(.info, String(line), as: name, ["GENERATOR": name])
            }
        }
    }
}
