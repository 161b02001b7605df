// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
package import Host

/// The verdicts that are installed with the system's bundles, so that none of them waits for the helper at
/// the first start.
package enum ShippedVerdicts {
    /// Judges every bundle in a folder, and writes the verdicts beside them. For building the package.
    ///
    /// - Returns: the bundles as the daemon will find them.
    /// - Throws: `storage` where the file cannot be written. Where a bundle is rejected nothing is written.
    package static func write(in folder: String, by helper: DrawingHelper) throws(StorageError) -> [Bundle] {
        let path = SearchPath(
            scope: .system, folders: [], systemFolder: folder, registrationFolder: folder,
            cacheFolder: folder,
            stateFolders: [])
        let cache = VerdictCache(folder: nil)
        // Far in the future: what is built here is not being copied.
        let loader = Loader(path: path, trust: nil, cache: cache, programPath: "", clock: { .max / 2 })
        var load = loader.load()
        var verdicts: [Digest: IconVerdict] = [:]
        JudgingRound(judge: helper, cache: cache).start(load.pending) { verdicts = $0 }
        helper.wait()
        load = loader.finish(load, verdicts)
        guard !load.bundles.contains(where: { $0.standing == .rejected }) else { return load.bundles }
        let found = verdicts.mapValues(\.diagnostics).merging(load.titleVerdicts) { first, _ in first }
        try VerdictFile(found).write(to: folder + "/" + VerdictCache.fileName, mode: 0o644)
        return load.bundles
    }
}
