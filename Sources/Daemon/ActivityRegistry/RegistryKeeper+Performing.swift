// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ActivityPolicy
import Host
import StrictJSON

extension RegistryKeeper {
    /// The absolute path of a bundle's program: one inside the bundle, reached through no link, or an
    /// installed one, found by its name in PATH or by its absolute path. A diagnostic if it cannot be run.
    package func program(_ name: String, of bundlePath: String) -> Result<String, Diagnostic> {
        guard BundlePath.isPath(name), !BundlePath.isAbsolute(name) else {
            if let path = ProgramPath(programPath, reportPath: reportPath).find(name) {
                return .success(path)
            }
            let sentence = "The program \(name) is missing, or cannot be executed. Install it."
            return .failure(Diagnostic(.bundlePath, at: "/perform/exec/0", sentence))
        }
        do throws(StorageError) {
            let contents = BundleFolder(try Folder(bundle: bundlePath), trust: trust)
            if let obstacle = contents.obstacle(toRunning: name) { return .failure(obstacle) }
            return .success(bundlePath + "/" + name)
        } catch {
            return .failure(Diagnostic(.bundlePath, at: "/perform/exec/0", error.description))
        }
    }

    /// Reads and validates a bundle in place, as a load would, but without judging its icon. The admin's
    /// masks apply.
    package func bundle(at path: String) -> Bundle {
        var candidate = BundleValidator(
            neighbours: load.neighbours, trust: trust, programPath: programPath,
            surroundings: surroundings, established: established.titles
        ).candidate(folder: path)
        let name = candidate.identifier + BundleName.ending
        let mask = decisions.policy.masks.first { $0.value.contains { $0.isExactly(name) } }
        candidate.hidden = mask.map { .masked(by: $0.key + "/" + name) }
        return candidate.finished()
    }

    /// The icon's files; nil if they can no longer be read.
    package func icons(of bundle: Bundle) -> IconFiles? {
        BundleDraft.icons(at: bundle.path, bundle.source, trust: trust)
    }
}

extension Diagnostic: Error {}
