// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import Glibc
import Host
import StrictJSON

/// Judges a folder that is to be applied: its policy as daemons read it, its bundles as `check` does.
struct PolicyJudge {
    private let source: PolicySource
    /// As it was given.
    private let folder: String
    private let root: String

    init(_ source: PolicySource, folder: String, root: String) {
        (self.source, self.root) = (source, root)
        self.folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    }

    let failure = Failure(
        "Nothing was applied.", next: "Correct what is named above, and apply the folder again.")

    /// Prints what is wrong with a copy of the folder, by the names of the folder itself.
    ///
    /// - Returns: whether nothing of it is an error.
    func isSound(_ copy: String) -> Bool {
        let problems = Policy.problems(in: copy)
        for problem in problems { say(printable("\(folder)/\(problem)")) }
        guard areBundlesSound(copy), problems.isEmpty else { return false }
        tellHidden(copy)
        return true
    }

    private func areBundlesSound(_ copy: String) -> Bool {
        guard !source.bundles.isEmpty else { return true }
        let registry = OfflineRegistry(scope: .system, bundles: nil, root: root)
        let checked = CheckedBundle.judge(source.bundles.map { copy + "/" + $0 }, registry)
        let paint = Paint(descriptor: STDERR_FILENO)
        var told: Set<Rule> = []
        for bundle in checked {
            for line in bundle.lines(paint, &told) {
                say(line.replacing(printable(copy + "/"), with: printable(folder + "/")))
            }
        }
        return Tally(checked).errors == 0
    }

    /// Names what of a copy, or of what was applied, is not in force.
    func tellHidden(_ copy: String) {
        for (path, by) in PolicyLayers.hidden(in: copy, bundles: source.bundles, root: root) {
            say(printable("Warning: \(folder)/\(path) is not in force: \(by) comes before it."))
        }
    }

    private func say(_ line: String) { Output.write(line + "\n", to: STDERR_FILENO) }
}
