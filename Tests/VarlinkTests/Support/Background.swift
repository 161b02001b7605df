// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Varlink

/// A rig whose server runs on a thread of its own, for clients that block.
final class Background {
    let rig: Rig
    private var thread = pthread_t()

    init(_ rig: Rig) {
        self.rig = rig
        let server = Unmanaged.passRetained(rig.server).toOpaque()
        pthread_create(
            &thread, nil,
            { server in
                guard let server else { return nil }
                let owned = Unmanaged<Server>.fromOpaque(server).takeRetainedValue()
                do { try owned.run() } catch { Issue.record(error) }
                return nil
            }, server)
    }

    /// Ends the server and its thread.
    func stop() {
        let loop = rig.loop
        loop.post { loop.hasEnded = true }
        pthread_join(thread, nil)
    }
}

/// Runs `body` while the server runs on its own thread, and stops the server afterwards, even after an error.
func withServer(_ rig: Rig, _ body: (String) throws -> Void) rethrows {
    let background = Background(rig)
    defer { background.stop() }
    try body(rig.path)
}
