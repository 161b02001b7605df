// SPDX-License-Identifier: Apache-2.0

import ActivityGenerators
import ActivityInterface
import ActivityModel
import Systemd
import Varlink

extension Daemon {
    /// Runs generators, and answers Generators: with an empty list in the system scope, where none runs.
    func makeGenerators() -> Feature {
        let runs = performer.map { [registry, loop, journal] in
            GeneratorRuns(registry, $0, loop.events) { journal.generator($0) }
        }
        var feature = Feature()
        feature.queries["Generators"] = { GeneratorRuns.answer($0, by: runs) }
        guard let runs else { return feature }
        feature.follow = { runs.follow() }
        feature.reload = { runs.runAll() }
        feature.isPending = { runs.isPending }
        feature.report = { status in
            status.searchPath += runs.servedFolders
            status.unwatched = status.unwatched ?? runs.unwatched
            if !runs.problems.isEmpty { status.problems = (status.problems ?? []) + runs.problems }
        }
        return feature
    }
}

extension Journal {
    fileprivate func generator(_ message: GeneratorMessage) {
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
