// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Host

@Suite struct `The database of users` {
    @Test func `knows root and its group, and nobody else by these names`() {
        let root = UserDatabase.user(0)
        #expect(root?.name == "root" && root?.group == 0 && root?.home.hasPrefix("/") == true)
        #expect(UserDatabase.user(named: "root")?.identifier == 0)
        #expect(UserDatabase.group(0)?.name == "root" && UserDatabase.group(named: "root")?.identifier == 0)
        #expect(UserDatabase.user(named: "no such user") == nil && UserDatabase.user(4_000_000_000) == nil)
        #expect(UserDatabase.group(named: "no such group") == nil && UserDatabase.group(4_000_000_000) == nil)
    }

    /// getpwuid(3), which shares a buffer, would return another thread's name to some of them.
    @Test func `answers many threads at once`() {
        let users: [uid_t: String] = [0: "root", 1: "daemon", 2: "bin"]
        let known = users.filter { UserDatabase.user($0.key)?.name == $0.value }
        let asked = (0..<2_000).flatMap { _ in known.keys.sorted() }
        let names = FanOut.map(asked) { UserDatabase.user($0)?.name }
        #expect(names == asked.map { known[$0] })
    }
}
