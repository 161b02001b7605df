// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import ActivityRegistry
@testable import Host

@Suite("Reading a bundle's files")
struct BundleReadingTests {
    let scratch = Scratch()
    let name = "org.example.a.activity"

    init() {
        scratch.write(name + "/manifest.json", Fixtures.manifest("org.example.a"))
        scratch.write(name + "/icon.png", Fixtures.icon)
    }

    private func candidate(_ trust: Trust? = nil) -> Candidate {
        BundleValidator(neighbours: Neighbours(), trust: trust).candidate(folder: scratch(name))
    }

    private func rules(_ trust: Trust? = nil) -> [Rule] { candidate(trust).diagnostics.map(\.rule) }

    private func replace(_ file: String, bytes count: Int, _ letter: String = " ") {
        scratch.write(name + "/" + file, String(repeating: letter, count: count))
    }

    @Test(arguments: ["manifest.json", "icon.png"])
    func `A pipe in a file's place does not hang and is refused`(file: String) {
        unlink(scratch(name + "/" + file))
        mkfifo(scratch(name + "/" + file), 0o600)
        #expect(rules() == [.bundlePath])
    }

    @Test(arguments: ["manifest.json", "icon.png"])
    func `A socket, a device link and a folder in a file's place are refused`(file: String) {
        let path = scratch(name + "/" + file)
        unlink(path)
        symlink("/dev/zero", path)
        #expect(rules() == [.bundlePath])
        unlink(path)
        mkdir(path, 0o755)
        #expect(rules() == [.bundlePath])
        rmdir(path)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        linux_unix_bind(listener, path)
        close(listener)
        #expect(rules() == [.bundlePath])
    }

    @Test func `A manifest of 64 KiB is read, and one byte more is not`() throws {
        let text = Fixtures.manifest("org.example.a")
        let rest = ManifestDecoder.maximumBytes - text.utf8.count
        scratch.write(name + "/manifest.json", text + String(repeating: " ", count: rest))
        #expect(rules() == [])
        scratch.write(name + "/manifest.json", text + String(repeating: " ", count: rest + 1))
        #expect(rules() == [.manifestBytes])
    }

    @Test(arguments: ["icon.png", "icon@1x.png", "icon@3x.png"])
    func `An icon of 256 KiB is read, and one byte more is not`(file: String) {
        replace(file, bytes: IconFiles.maximumBytes, "i")
        #expect(rules() == [])
        replace(file, bytes: IconFiles.maximumBytes + 1, "i")
        #expect(rules() == [.iconBytes])
        #expect(candidate().findingsKey == nil)
    }

    @Test func `The siblings belong to the findings and not to the icon's digest`() throws {
        let alone = candidate()
        scratch.write(name + "/icon@3x.png", "denser")
        let both = candidate()
        #expect(both.record.iconDigest == alone.record.iconDigest && both.findingsKey != alone.findingsKey)
        #expect(both.icons?.files.keys.sorted() == ["icon.png", "icon@3x.png"])
        #expect(both.icons?.icon == "icon.png")
    }

    @Test(arguments: [("icon.png", "icon@2x.png"), ("icon@2x.png", "icon.png")])
    func `The high-resolution icon may bear its other name`(named: String, found: String) throws {
        scratch.write(name + "/manifest.json", Fixtures.manifest("org.example.a", ["icon": .string(named)]))
        rename(scratch(name + "/icon.png"), scratch(name + "/" + found))
        let candidate = candidate()
        #expect(candidate.diagnostics == [])
        #expect(candidate.manifest.icon == found)
        #expect(candidate.finished().iconPath == scratch(name + "/" + found))
    }

    @Test func `An icon that changed since is not handed to the judge`() {
        let candidate = candidate()
        #expect(candidate.icons != nil)
        scratch.write(name + "/icon.png", "another picture")
        #expect(candidate.icons == nil)
    }

    @Test(
        arguments: [
            ("", 0o777), ("", 0o775), ("manifest.json", 0o666), ("icon.png", 0o664),
        ] as [(String, mode_t)])
    func `What others may write is refused`(file: String, mode: mode_t) {
        let mine = Trust(owners: [getuid()], groups: [])
        #expect(rules(mine) == [])
        chmod(scratch(name + "/" + file), mode)
        #expect(rules(mine) == [.bundleOwner])
    }

    @Test(arguments: ["", "manifest.json", "icon.png"])
    func `What belongs to another user is refused`(file: String) {
        let trust = Trust(owners: [getuid() + 1])
        #expect(rules(trust).allSatisfy { $0 == .bundleOwner } && !rules(trust).isEmpty)
    }

    @Test func `A group may write where it is trusted, and staff beneath its folder`() {
        chmod(scratch(name), 0o775)
        #expect(rules(Trust(owners: [getuid()], groups: [getgid()])) == [])
        #expect(rules(Trust(owners: [getuid()], groups: [], staff: getgid())) == [.bundleOwner])
        let local = Trust(owners: [getuid()], groups: [], staff: getgid(), localFolder: scratch.path)
        #expect(rules(local) == [])
    }

    @Test func `A person's private group bears the name and has no other member`() {
        func isPrivate(_ name: String, hasMembers: Bool) -> Bool {
            Trust.isPrivate(
                UserDatabase.Group(identifier: 1000, name: name, hasMembers: hasMembers),
                of: UserDatabase.User(identifier: 1000, group: 1000, name: "ada", home: "/home/ada"))
        }
        #expect(isPrivate("ada", hasMembers: false))
        #expect(!isPrivate("ada", hasMembers: true) && !isPrivate("users", hasMembers: false))
    }

    @Test func `A folder on the way to the program counts as the program does`() {
        let exec: JSON = ["exec": ["bin/run", "%F"]]
        scratch.write(name + "/manifest.json", Fixtures.manifest("org.example.a", ["perform": exec]))
        scratch.write(name + "/bin/run")
        chmod(scratch(name + "/bin/run"), 0o755)
        let mine = Trust(owners: [getuid()], groups: [])
        #expect(rules(mine) == [])
        chmod(scratch(name + "/bin"), 0o777)
        #expect(rules(mine) == [.bundleOwner])
    }

    @Test func `The folder is found by its name, whatever stands behind it`() {
        let path = scratch(name)
        let validator = BundleValidator(neighbours: Neighbours())
        for written in [path, path + "/", path + "///", path + "/."] {
            let candidate = validator.candidate(folder: written)
            #expect(candidate.diagnostics == [] && candidate.identifier == "org.example.a")
        }
        symlink(path, scratch("org.example.b.activity"))
        let link = validator.candidate(folder: scratch("org.example.b.activity"))
        #expect(link.diagnostics.map(\.rule) == [.bundlePath])
    }
}
