// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Host

/// A judge that forwards requests to the thread that answers, whose event loop owns the drawing process's
/// socket.
final class RemoteJudge: IconJudge {
    private let ask: (_ id: Int, IconFiles, Requester) -> Void
    private var waiting: [Int: (IconFindings) -> Void] = [:]
    private var lastID = 0

    init(_ ask: @escaping (_ id: Int, IconFiles, Requester) -> Void) {
        self.ask = ask
    }

    func judge(_ icons: IconFiles, for requester: Requester, then: @escaping (IconFindings) -> Void) {
        lastID += 1
        waiting[lastID] = then
        ask(lastID, icons, requester)
    }

    func answer(_ id: Int, _ found: IconFindings) {
        waiting.removeValue(forKey: id)?(found)
    }
}
