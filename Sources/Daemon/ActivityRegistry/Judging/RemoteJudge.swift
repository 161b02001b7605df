// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Host

/// An icon that the thread that answers is to have judged, since the drawing process's socket is in its loop.
struct JudgeRequest: Sendable {
    let id: Int
    let icons: IconFiles
    let requester: Requester
}

/// Judges by asking another thread.
final class RemoteJudge: IconJudge {
    private let ask: (JudgeRequest) -> Void
    private var waiting: [Int: (IconFindings) -> Void] = [:]
    private var lastID = 0

    init(_ ask: @escaping (JudgeRequest) -> Void) {
        self.ask = ask
    }

    func judge(_ icons: IconFiles, for requester: Requester, then: @escaping (IconFindings) -> Void) {
        lastID += 1
        waiting[lastID] = then
        ask(JudgeRequest(id: lastID, icons: icons, requester: requester))
    }

    func answer(_ id: Int, _ found: IconFindings) {
        waiting.removeValue(forKey: id)?(found)
    }
}
