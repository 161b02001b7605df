// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

/// Input for the measurements: the loaded bundles of a folder, and a client's calls.
struct Sample {
    let loader: Loader
    let load: Load
    let snapshot: Snapshot

    /// - Parameter folder: custom bundles, created by Benchmarks/generate.
    init(folder: String) {
        let path = SearchPath(
            scope: .user, folders: [SearchPath.Folder(folder)], systemFolder: "Activities",
            registrationFolder: folder,
            cacheFolder: folder, stateFolders: [folder], mimeFolders: ["/usr/share/mime"])
        let cache = FindingsCache(folder: nil, shippedFolder: path.systemFolder)
        loader = Loader(path: path, trust: nil, cache: cache, programPath: "/usr/bin:/bin")
        let found = loader.load()
        // Icons count as faultless: another process judges them, which is not measured here.
        let findings = found.pending.compactMap(\.findingsKey).map { ($0, IconFindings([])) }
        load = loader.finish(found, Dictionary(findings) { first, _ in first })
        snapshot = Snapshot(
            generation: 1, bundles: load.bundles, elections: Elections(), arrangement: [], starred: [],
            types: ContentTypeDatabase(folders: path.mimeFolders), reserved: load.reserved)
    }

    /// The frame of a List call for a number of pictures.
    static func frame(items: Int) -> [UInt8] {
        let item = #"{"type":"image/png","uri":"file:///home/ada/a.png","name":"a.png","size":20480}"#
        let content = Array(repeating: item, count: items).joined(separator: ",")
        return Array(
            #"{"method":"io.activityd.Sheet.List","parameters":{"content":[\#(content)],"locale":"de"}}"#.utf8
        )
    }

    func request(_ ask: Sheet.ListRequest) throws -> Request {
        Request(
            content: try Content(ask.content).outline, elections: snapshot.elections, types: snapshot.types)
    }
}
