// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import DaemonSupport
import StrictJSON
import TestSupport
import Testing

/// The folder that a program starts in.
@Suite(.serialized)
struct PerformFolderTests {
    private static func starting(_ name: String, _ perform: KeyValuePairs<String, JSON> = [:]) -> Plugin {
        let item: KeyValuePairs<String, JSON> = ["workingDirectory": "item"]
        return Plugin.script(name, "pwd", ["%f"], item, accepts: [["types": ["*/*"], "max": 1]])
            .setting(perform.map { ($0, $1) })
    }

    private static func content(_ paths: [String]) -> JSON {
        .array(
            paths.map {
                ["type": "text/plain", "uri": .string("file://" + $0.replacing("%", with: "%25"))]
            })
    }

    @Test(arguments: Launching.allCases)
    func isTheFilesOwnWhereItIsAskedFor(_ launching: Launching) throws {
        let plain = Self.starting("plain")
        let each = Self.starting("each", ["each": true]).with(["accepts": [["types": ["*/*"]]]])
        let narrowed = Self.starting("narrowed", ["network": false])
        let home = Plugin.script("home", "pwd", ["%f"], accepts: [["types": ["*/*"], "max": 1]])
        try DaemonFixture.performing(launching, [plain, each, narrowed, home]) { daemon in
            let folders = ["home/a b", "home/50% of \"it's\""].map { daemon.folder($0) }
            for folder in folders { Files.write(folder + "/x.txt", "") }
            let one = Self.content([folders[1] + "/x.txt"])
            let both = Self.content(folders.map { $0 + "/x.txt" })
            let text: JSON = [["type": "text/plain", "text": "of no folder"]]
            let performs = [(plain, one), (narrowed, one), (each, both), (home, one), (plain, text)]
            let outputs = try performs.map { try daemon.ending($0.identifier, $1).output }
            let atHome = daemon.folder("home") + "\n"
            let beside = folders[1] + "\n"
            #expect(outputs == [beside, beside, folders[0] + "\n" + beside, atHome, atHome])
        }
    }

    @Test(arguments: Launching.allCases)
    func thatIsGoneIsNamed(_ launching: Launching) throws {
        let plain = Self.starting("plain")
        let each = Self.starting("each", ["each": true]).with(["accepts": [["types": ["*/*"]]]])
        try DaemonFixture.performing(launching, [plain, each]) { daemon in
            let gone = Self.content(["/nowhere/x.txt"])
            let refused = try daemon.unperformed(plain.identifier, gone)
            #expect(refused.name == "NotPerformable")
            #expect(refused.parameters["reason"]?.text?.contains("/nowhere") == true)
            let end = try daemon.ending(each.identifier, Self.content(["/nowhere/x.txt", "/nowhere/y.txt"]))
            #expect(end.result == .failure && end.reason?.contains("/nowhere") == true)
        }
    }
}
