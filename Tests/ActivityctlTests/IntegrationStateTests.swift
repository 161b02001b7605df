// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import activityctl

@Suite("What offers the sheet")
struct IntegrationStateTests {
    let scratch = Scratch()

    private var machine: Machine {
        Machine(
            dataFolders: [scratch("own"), scratch("share")], programFolders: [scratch("bin")],
            libraryFolders: [scratch("lib")], configurationFolder: scratch("etc"))
    }

    private func state(_ name: String) throws -> IntegrationState {
        IntegrationState(try #require(Integration.all.first { $0.name == name }), on: machine)
    }

    private func put(_ path: String, mode: mode_t = 0o644) {
        scratch.folder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
        Files.write(scratch(path), "", mode: mode)
    }

    @Test func `A program that is not installed needs nothing`() throws {
        put("share/nautilus-python/extensions/activity_share.py")
        #expect(try state("Nautilus") == .absent)
        put("bin/nautilus")
        #expect(try state("Nautilus") == .absent, "It cannot be executed.")
    }

    @Test func `What a program lacks is named, as far as it lacks it`() throws {
        put("bin/nautilus", mode: 0o755)
        #expect(try state("Nautilus") == .lacks(["nautilus-activity-share", "python3-nautilus"]))
        put("share/nautilus-python/extensions/activity_share.py")
        #expect(try state("Nautilus") == .lacks(["python3-nautilus"]))
        put("lib/nautilus/extensions-4/libnautilus-python.so")
        let file = scratch("share/nautilus-python/extensions/activity_share.py")
        #expect(try state("Nautilus") == .ready(file: file, note: nil))
    }

    @Test func `A browser takes the extension and the program's manifest, of one package`() throws {
        put("bin/chromium", mode: 0o755)
        #expect(try state("Chromium") == .lacks(["webext-activity-share"]))
        put("etc/chromium/native-messaging-hosts/io.activityd.share.json")
        #expect(try state("Chromium") == .lacks(["webext-activity-share"]))
        put("share/chromium/extensions/activity-share/manifest.json")
        let manifest = scratch("etc/chromium/native-messaging-hosts/io.activityd.share.json")
        #expect(try state("Chromium") == .ready(file: manifest, note: nil))
    }

    @Test func `What a person has to do in a browser is said`() throws {
        put("bin/google-chrome", mode: 0o755)
        put("etc/opt/chrome/native-messaging-hosts/io.activityd.share.json")
        #expect(try state("Chrome").summary == "needs the extension, added in Chrome")
    }

    @Test func `The person's own file counts first`() throws {
        put("bin/nemo", mode: 0o755)
        #expect(try state("Nemo") == .lacks(["activity-sheet"]))
        for folder in ["share", "own"] {
            put("\(folder)/nemo/actions/io.activityd.share.nemo_action")
            #expect(
                try state("Nemo")
                    == .ready(
                        file: scratch("\(folder)/nemo/actions/io.activityd.share.nemo_action"), note: nil))
        }
    }

    @Test func `They are described as JSON`() throws {
        let nemo = try #require(Integration.all.first { $0.name == "Nemo" })
        #expect(
            IntegrationState.ready(file: "/x", note: nil).description(of: nemo)
                == ["program": "Nemo", "state": "ready", "entry": "/x"])
        #expect(
            IntegrationState.ready(file: "/x", note: "but").description(of: nemo)
                == ["program": "Nemo", "state": "ready", "entry": "/x", "note": "but"])
        #expect(
            IntegrationState.absent.description(of: nemo) == ["program": "Nemo", "state": "absent"])
        #expect(
            IntegrationState.lacks(["a", "b"]).description(of: nemo)
                == ["program": "Nemo", "state": "lacks", "packages": ["a", "b"]])
        #expect(IntegrationState.lacks(["a", "b"]).summary == "needs a, b")
    }

    /// Otherwise it would always report the package as missing.
    @Test func `Each file is installed under the name that is looked for`() {
        let script = Files.text(Checkout.path + "/tools/install")
        let ours = Integration.all.flatMap(\.parts).filter { $0.package.contains("activity-") }
        #expect(ours.count == Integration.all.count + 2)
        for file in ours.flatMap(\.files) {
            let parts = file.split(separator: "/")
            #expect(script.contains(parts.dropLast().joined(separator: "/")), "\(file)")
            #expect(script.contains(parts[parts.count - 1]), "\(file)")
        }
    }
}
