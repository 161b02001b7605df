// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry
import TestSupport
import Testing

@Suite("The search path")
struct SearchPathTests {
    static let administered = [
        "/etc/activities", "/run/activities", "/var/lib/activityd/activities",
    ]
    static let shared = ["/usr/local/share/activities", "/usr/share/activities"]

    @Test func `The system's path is the contract's`() {
        let path = SearchPath.system()
        #expect(path.folders.map(\.path) == Self.administered + Self.shared)
        #expect(path.folders.filter(\.masksSystem).map(\.path) == ["/etc/activities"])
        #expect(path.systemFolder == "/usr/share/activityd/activities")
        #expect(path.registrationFolder == "/var/lib/activityd/activities")
        #expect(path.stateFolders == ["/var/lib/activityd"])
        #expect(path.mimeFolders == ["/usr/local/share/mime", "/usr/share/mime"])
    }

    @Test func `A person's folders come before the system's`() {
        let path = SearchPath.user(environment: ["HOME": "/home/ada"])
        let own = ["/home/ada/.config/activities", "/home/ada/.local/share/activities"]
        #expect(path.folders.map(\.path) == own + Self.administered + Self.shared)
        #expect(path.registrationFolder == own[1])
        #expect(path.cacheFolder == "/home/ada/.cache/activityd")
        #expect(path.stateFolders == ["/home/ada/.local/state/activityd", "/var/lib/activityd"])
        #expect(path.mimeFolders.first == "/home/ada/.local/share/mime")
    }

    /// The directory service may not answer.
    @Test func `The user database is asked for a home only without HOME`() {
        var count = 0
        func home() -> String {
            count += 1
            return "/home/ada"
        }
        #expect(
            SearchPath.user(environment: ["HOME": "/h"], home: home()).cacheFolder == "/h/.cache/activityd")
        #expect(count == 0)
        #expect(SearchPath.user(environment: [:], home: home()).cacheFolder == "/home/ada/.cache/activityd")
        #expect(count == 1)
    }

    @Test func `The environment's folders are taken, each once`() {
        let path = SearchPath.user(environment: [
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "/c/", "XDG_DATA_HOME": "/d",
            "XDG_DATA_DIRS": "/usr/share/:/opt/share:relative::/d:/opt/share",
            "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k",
        ])
        let dirs = ["/usr/share/activities", "/opt/share/activities", "/usr/local/share/activities"]
        #expect(path.folders.map(\.path) == ["/c/activities", "/d/activities"] + Self.administered + dirs)
        #expect(path.mimeFolders == ["/d/mime", "/usr/share/mime", "/opt/share/mime"])
        #expect(path.cacheFolder == "/k/activityd" && path.stateFolders.first == "/s/activityd")
    }

    @Test(arguments: ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"], ["/etc", "/run/", "/usr/share"])
    func `A variable that names a folder of the machine's changes nothing about it`(
        name: String, value: String
    ) {
        let plain = SearchPath.user(environment: ["HOME": "/h"]).folders.filter { !$0.isPersonal }
        let path = SearchPath.user(environment: ["HOME": "/h", name: value])
        let others = path.folders.filter { !$0.isPersonal }
        #expect(Set(others) == Set(plain))
        #expect(others.prefix(3) == plain.prefix(3) && others[0].masksSystem)
    }

    @Test(arguments: ["", "relative", "~/x"])
    func `A variable that is no absolute path counts as unset`(value: String) {
        let path = SearchPath.user(environment: [
            "HOME": "/h", "XDG_CONFIG_HOME": value, "XDG_DATA_DIRS": value,
        ])
        #expect(path.folders.first?.path == "/h/.config/activities")
        #expect(path.folders.suffix(2).map(\.path) == Self.shared)
    }

    @Test func `Another folder of system bundles is no folder of custom ones too`() {
        let path = SearchPath.system(bundles: "/usr/share/activities/")
        #expect(path.systemFolder == "/usr/share/activities")
        #expect(!path.folders.map(\.path).contains("/usr/share/activities"))
    }

    @Test func `The folder that masks stays in the path, whatever a person names as the system's`() {
        let path = SearchPath.user(environment: ["HOME": "/h"], bundles: "/etc/activities")
        #expect(path.folders.contains { $0.path == "/etc/activities" && $0.masksSystem })
    }

    @Test func `A root is put before the machine's folders alone`() {
        let path = SearchPath.user(environment: ["HOME": "/t/home"], root: "/t")
        #expect((path.folders.map(\.path) + [path.systemFolder]).allSatisfy { $0.hasPrefix("/t/") })
        #expect(path.folders.first?.path == "/t/home/.config/activities")
    }

    @Test func `The MIME database is read from all folders, the first wins`() throws {
        let scratch = Scratch()
        scratch.write("a/aliases", "image/x-a image/first\n")
        scratch.write("b/aliases", "image/x-a image/second\n")
        scratch.write("b/subclasses", "text/x-script text/x-code\n")
        let database = ContentTypeDatabase(folders: [scratch("a"), scratch("missing"), scratch("b")])
        let first = database.names(of: try #require(ContentType("image/x-a")))
        #expect(first.exact.contains("image/first"))
        #expect(!first.exact.contains("image/second"))
        let script = database.names(of: try #require(ContentType("text/x-script")))
        #expect(script.exact.contains("text/x-code"))
    }
}
