// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CGIO
import ContentSelection
import Glibc
import Host
import SessionBus
import SheetSession
import TestSupport
import Testing

@testable import ShareService

/// The app that a sheet names as its caller.
struct AskerTests {
    private let scratch = Scratch()

    // MARK: On the bus

    private static let test = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""

    @Test func aSandboxIsItsAppWhateverItSays() throws {
        try ServiceFixture.run { fixture in
            let options = "{'text': <'x'>, 'title': <'Firefox'>, 'origin': <'bank.example'>}"
            let ending = try Sandbox(fixture).share("@as []", options)
            #expect(ending.status == 0, "\(ending.errors)")
            let request = try #require(fixture.sheets.opened.first?.request)
            #expect(request.asker == .app(Sandbox.app) && request.title == "Firefox")
        }
    }

    @Test func anOriginCountsOfTheProgramForBrowsersAlone() throws {
        try ServiceFixture.run { fixture in
            #expect(fixture.caller.share("('', @as [], {'text': <'x'>, 'origin': <'bank.example'>})").isReply)
            #expect(fixture.sheets.opened.first?.request.asker == .app(Self.test))
        }
    }

    /// GNOME Shell starts applications by D-Bus activation, in the unit of the bus.
    @Test func anApplicationThatTheBusHasStartedIsKnownByItsName() throws {
        try ServiceFixture.run { fixture in
            let names = ["org.example.Camera", "org.example.Other", "org.example.Unlisted"]
            let other = try fixture.bus.connect()
            for (name, client) in zip(names, [fixture.caller, other, fixture.caller]) {
                let asked = Variant.tuple(g_variant_new_string(name), g_variant_new_uint32(0))
                #expect(client.asService.wait(for: "RequestName", of: .bus, asked, type: "(u)") != nil)
            }
            let entries = DesktopEntries(folders: [scratch("none"), scratch("share")])
            func found() -> String? {
                Caller.application(of: fixture.caller.name, fixture.caller.asService, entries)
            }
            entry(names[0], "Camera")
            #expect(found() == nil, "It may be any program's.")
            for name in names.dropLast() { entry(name, "Camera", keys: "DBusActivatable=true\n") }
            #expect(found() == "org.example.Camera")
        }
    }

    // MARK: In /proc

    /// A process as the kernel would show it.
    private func add(_ process: Int, parent: Int, _ program: String, unit: String? = nil) {
        let group = unit.map { "/user.slice/user-1000.slice/user@1000.service/app.slice/\($0)" } ?? "/"
        scratch.write("proc/\(process)/cgroup", "0::\(group)\n")
        scratch.write("proc/\(process)/status", "Name:\tx\nPPid:\t\(parent)\n")
        scratch.write("bin/\(program)", program)
        symlink(scratch("bin/\(program)"), scratch("proc/\(process)/exe"))
    }

    private func entry(_ application: String, _ name: String, in folder: String = "share", keys: String = "")
    {
        scratch.write(
            "\(folder)/applications/\(application).desktop",
            "[Desktop Entry]\nType=Application\nName=\(name)\nName[de]=\(name) (de)\n\(keys)")
    }

    private func app(of process: Int, locale: String? = "C") throws -> String? {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        let folder = try #require(Descriptor(open(scratch("proc/\(process)"), flags)))
        let program = CallingProgram(process, folder, proc: scratch("proc")) { scratch("bin/" + $0) }
        return program.app(DesktopEntries(folders: [scratch("share")]), locale)
    }

    @Test func aProgramIsTheAppOfItsUnit() throws {
        add(10, parent: 1, "python3", unit: "app-gnome-org.example.Photos-10.scope")
        entry("org.example.Photos", "Photos")
        entry("python3", "Python")
        #expect(try app(of: 10) == "Photos")
        #expect(try app(of: 10, locale: "de") == "Photos (de)")
        #expect(try app(of: 10, locale: "de-AT") == "Photos (de)")
    }

    @Test func withoutAnAppsUnitItIsTheEntryOfItsFile() throws {
        add(10, parent: 1, "thunar", unit: "session-2.scope")
        #expect(try app(of: 10) == nil)
        entry("thunar", "Thunar")
        #expect(try app(of: 10) == "Thunar")
    }

    /// A program of anybody's is not named for the app that started it: a terminal runs everything.
    @Test func onlyOurOwnProgramsAskForTheirParents() throws {
        add(10, parent: 1, "thunar")
        add(11, parent: 10, "sh")
        add(12, parent: 11, "activity-sheet")
        add(13, parent: 11, "activity-share-host")
        add(14, parent: 11, "other")
        entry("thunar", "Thunar")
        #expect(try app(of: 12) == "Thunar")
        #expect(try app(of: 13) == "Thunar")
        #expect(try app(of: 14) == nil)
    }

    @Test func aMenusProgramIsTheAppOfAnEntryThatEndsInItsName() throws {
        add(10, parent: 1, "terminal")
        add(11, parent: 10, "dolphin")
        add(12, parent: 11, "activity-sheet")
        entry("terminal", "Terminal")
        entry("org.example.notdolphin", "Another")
        #expect(try app(of: 12) == "Terminal")
        entry("org.example.Dolphin", "Dolphin")
        #expect(try app(of: 12) == "Dolphin")
        entry("dolphin", "The Dolphin")
        #expect(try app(of: 12) == "The Dolphin")
    }

    /// A plug-in of Purpose is a program of Python's between the app and the sheet.
    @Test func anInterpreterBetweenTheMenuAndTheSheetIsNotTheApp() throws {
        add(10, parent: 1, "thunar")
        add(11, parent: 10, "python3.11")
        add(12, parent: 11, "activity-sheet")
        entry("python3.11", "Python (v3.11)", keys: "Terminal=true\n")
        #expect(try app(of: 12) == nil)
        #expect(try app(of: 11) == "Python (v3.11)")
        entry("thunar", "Thunar", keys: "Terminal=false\n")
        #expect(try app(of: 12) == "Thunar")
    }

    @Test func aUnitIsNoPath() throws {
        add(10, parent: 1, "x", unit: #"app-\x2e\x2e\x2fsecret-10.scope"#)
        scratch.write("share/secret.desktop", "[Desktop Entry]\nName=Secret\n")
        #expect(try app(of: 10) == nil)
    }

    @Test(arguments: [
        ("dbus.service", true), ("dbus-:1.7-org.example.Camera@0.service", true), ("app-a-1.scope", false),
        ("session-2.scope", false),
    ])
    func onlyWhatTheBusHasStartedIsAskedForItsName(_ unit: String, _ isAsked: Bool) throws {
        add(10, parent: 1, "x", unit: unit)
        let folder = try #require(Descriptor(open(scratch("proc/10"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)))
        #expect(CallingProgram(10, folder).isStartedByBus == isAsked)
    }

    @Test func twoProgramsOfASessionAreTwoAccountsAndTwoOfAnAppAreOne() throws {
        func account(_ process: Int) throws -> String {
            let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
            let folder = try #require(Descriptor(open(scratch("proc/\(process)"), flags)))
            return CallingProgram(process, folder).account
        }
        for process in [10, 11] { add(process, parent: 1, "x\(process)", unit: "session-2.scope") }
        for process in [20, 21] { add(process, parent: 1, "x\(process)", unit: "app-a-1.scope") }
        for process in [30, 31] { add(process, parent: 1, "x\(process)", unit: "dbus.service") }
        #expect(try account(10) != account(11))
        #expect(try account(20) == account(21))
        #expect(try account(30) != account(31))
    }

    @Test func theCommandsOfAMenuAreOneProgram() throws {
        func sharer(_ process: Int) throws -> String {
            let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
            let folder = try #require(Descriptor(open(scratch("proc/\(process)"), flags)))
            return CallingProgram(process, folder, proc: scratch("proc")) { scratch("bin/" + $0) }.sharer
        }
        for process in [10, 20] { add(process, parent: 1, "manager\(process)", unit: "session-2.scope") }
        for (process, parent) in [(11, 10), (12, 10), (21, 20)] {
            add(process, parent: parent, "activity-sheet", unit: "session-2.scope")
        }
        // For whom they ask tells those of one menu from those of another.
        #expect(try sharer(11) == sharer(12) && sharer(11) == sharer(21))
        #expect(try sharer(11) != sharer(10) && sharer(10) != sharer(20))
    }

    // MARK: In words

    @Test(
        arguments: [
            (.app("Firefox"), "en", "From Firefox"), (.unknown, "en", "From an unknown program"),
            (.page(origin: "example.org", browser: "Firefox"), "en", "example.org in Firefox"),
            (.page(origin: "example.org", browser: "Firefox"), "ja", "Firefox の example.org"),
            (.page(origin: "example.org", browser: nil), "de", "Von example.org"),
            (.app("Fire\u{202E}xof\n"), "en", "From Firexof"),
        ] as [(Asker, String, String)])
    func theSentence(_ asker: Asker, _ locale: String, _ sentence: String) {
        #expect(asker.sentence(Words(LocaleTag(locale))) == sentence)
    }

    /// The registered domain is at an origin's end; no part is lost before the label, which cuts the
    /// beginning.
    @Test func aLongOriginIsWhole() {
        let origin = String(repeating: "a.", count: 120) + "evil.example:8443"
        let sentence = Asker.page(origin: "http://" + origin, browser: nil).sentence(Words(nil))
        #expect(sentence.hasSuffix(origin))
    }
}
