// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Glibc
import Host
import TestSupport
import Testing

@Suite("Modes and the umask")
struct UmaskTests {
    let scratch = Scratch()

    /// A single test for all written files, as the umask belongs to the process.
    @Test("what is written has its modes whatever the umask is")
    func ignoresUmask() throws {
        let former = umask(0o077)
        defer { umask(former) }
        try AtomicFile.write([1], to: scratch("a/b/file"), mode: 0o646, folderMode: 0o751)
        #expect(scratch.mode("a/b/file") == 0o646)
        #expect(scratch.mode("a") == 0o751)
        #expect(scratch.mode("a/b") == 0o751)
        let files = [
            BundleFile(path: "manifest.json", bytes: []),
            BundleFile(path: "bin/tool", bytes: [], isExecutable: true),
        ]
        try BundleStore(folder: scratch("store")).install(files, identifier: "org.x.a")
        #expect(scratch.mode("store") == 0o755)
        #expect(scratch.mode("store/org.x.a.activity") == 0o755)
        #expect(scratch.mode("store/org.x.a.activity/bin") == 0o755)
        #expect(scratch.mode("store/org.x.a.activity/bin/tool") == 0o755)
        #expect(scratch.mode("store/org.x.a.activity/manifest.json") == 0o644)
    }
}
