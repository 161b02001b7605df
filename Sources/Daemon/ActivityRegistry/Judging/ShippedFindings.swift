// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
package import Host

/// The findings installed with the system's bundles, so that no system bundle waits for activity-draw at the
/// first start.
package enum ShippedFindings {
    /// Judges every bundle in a folder, and writes the findings beside the bundles. Called when the package
    /// is built.
    ///
    /// - Returns: the bundles as the daemon will find them. If there are none, or one is rejected, no file is
    ///   written.
    /// - Throws: `storage` if the file cannot be written.
    package static func write(in folder: String, by drawing: DrawingClient) throws(StorageError) -> [Bundle] {
        let path = SearchPath(
            scope: .system, folders: [], systemFolder: folder, registrationFolder: folder,
            cacheFolder: folder,
            stateFolders: [])
        let cache = FindingsCache(folder: nil)
        // The clock is far in the future, so that no bundle counts as still being copied.
        let loader = Loader(path: path, trust: nil, cache: cache, programPath: "", clock: { .max / 2 })
        var load = loader.load()
        var findings: [Digest: IconFindings] = [:]
        JudgingRound(judge: drawing, cache: cache).start(load.pending) { findings = $0 }
        drawing.wait()
        load = loader.finish(load, findings)
        guard !load.bundles.isEmpty, !load.bundles.contains(where: { $0.standing == .rejected }) else {
            return load.bundles
        }
        let found = findings.mapValues(\.diagnostics).merging(load.titleFindings) { first, _ in first }
        try FindingsCache.file(in: folder, .everybody).replace(found.document)
        return load.bundles
    }
}
