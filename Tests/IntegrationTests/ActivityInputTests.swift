// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import Glibc
import StrictJSON
import TestSupport
import Testing
import Varlink

/// An activity's input, byte for byte: arguments, standard input, environment, files.
@Suite(.serialized)
struct ActivityInputTests {
    /// Prints each argument between angles.
    private static let printing = "for argument; do printf '<%s>' \"$argument\"; done"

    private static func file(_ uri: String) -> JSON { ["type": "image/png", "uri": .string(uri)] }

    // MARK: Arguments

    /// URIs and their paths.
    private static let names: [(uri: String, path: String)] = [
        ("file:///a/b.png", "/a/b.png"), ("file:/a/b.png", "/a/b.png"),
        ("file://localhost/a/b.png", "/a/b.png"), ("FILE:///a/b.png", "/a/b.png"),
        ("file:///a%20b", "/a b"), ("file:///line%0Abreak", "/line\nbreak"), ("file:///tab%09", "/tab\t"),
        ("file:///%22quoted%22%27", "/\"quoted\"'"), ("file:///%25f", "/%f"), ("file:///%25h%25%25", "/%h%%"),
        ("file:///$HOME", "/$HOME"), ("file:///$%7BPATH%7D", "/${PATH}"), ("file:///%24%24", "/$$"),
        ("file:///-rf", "/-rf"), ("file:///%5Cx20%5C", "/\\x20\\"), ("file:///%7Bwidth%7D", "/{width}"),
        ("file:///;ls%20&%7C`id`", "/;ls &|`id`"), ("file:///%E2%80%A6", "/…"), ("file:///a?b", "/a?b"),
        ("file:///a#page", "/a"), ("file:///*", "/*"), ("file:///", "/"),
    ]

    @Test(arguments: Launching.allCases)
    func everyArgumentIsExact(_ launching: Launching) throws {
        let paths = Plugin.script("paths", Self.printing, ["%F"])
        let links = Plugin.script("links", Self.printing, ["%U"])
        try DaemonFixture.performing(launching, [paths, links]) { daemon in
            let content = JSON.array(Self.names.map { Self.file($0.uri) })
            let expected = Self.names.reduce("") { $0 + "<\($1.path)>" }
            let handed = try daemon.ending(paths.identifier, content)
            #expect(handed.output == expected)
            let linked = try daemon.ending(links.identifier, content)
            #expect(linked.output == Self.names.reduce("") { $0 + "<\($1.uri)>" })
        }
    }

    @Test(arguments: Launching.allCases)
    func codesAndAnswersStandWhereTheyAreWritten(_ launching: Launching) throws {
        let one: JSON = [["types": ["*/*", "x-scheme-handler/https"], "max": 1]]
        let form: JSON = [
            ["id": "width", "label": "Width", "type": "text"],
            ["id": "empty", "label": "Empty", "type": "text"],
        ]
        let mixed = Plugin.script(
            "mixed", Self.printing,
            [
                "--size={width}", "{empty}", "a%fb", "%u", "100%%", "{other}", "{text}", "$HOME", "%%f", "",
                "{width}{width}",
            ], accepts: one
        ).with(["form": form])
        try DaemonFixture.performing(launching, [mixed]) { daemon in
            let answers: JSON = ["width": "%f $HOME {empty}\n%h"]
            let end = try daemon.ending(mixed.identifier, [Self.file("file:///p")], ["answers": answers])
            let width = "%f $HOME {empty}\n%h"
            #expect(
                end.output
                    == "<--size=\(width)><><a/pb><file:///p><100%><{other}><{text}><$HOME><%f><>"
                    + "<\(width)\(width)>"
            )
        }
    }

    @Test(arguments: Launching.allCases)
    func pathsThatAreNotUTF8AreKeptOrRefused(_ launching: Launching) throws {
        let raw = Plugin.script("raw", "printf %s \"$1\" | od -An -tx1 | tr -d ' \\n'", ["%F"])
        let links = Plugin.script("links", Self.printing, ["%U"])
        let content: JSON = [Self.file("file:///a"), Self.file("file:///%FF%00x"), Self.file("file:///%FFx")]
        try DaemonFixture.performing(launching, [raw, links]) { daemon in
            let broken = try daemon.unperformed(raw.identifier, content)
            #expect(broken.name == "InvalidContent" && broken.parameters["item"] == 1)
            let strange: JSON = [Self.file("file:///%FFx")]
            if launching == .systemd {
                // Messages over D-Bus are UTF-8.
                let refused = try daemon.unperformed(raw.identifier, strange)
                #expect(refused.name == "InvalidContent" && refused.parameters["item"] == 0)
            } else {
                let end = try daemon.ending(raw.identifier, strange)
                #expect(end.output == "2fff78")
            }
            let linked = try daemon.ending(links.identifier, strange)
            #expect(linked.output == "<file:///%FFx>")
        }
    }

    @Test(arguments: Launching.allCases)
    func thousandsOfFilesWork(_ launching: Launching) throws {
        let count = Plugin.script("count", "echo $#; for last; do :; done; echo \"$last\"", ["%F"])
        let twice = Plugin.script("twice", "echo $#", ["%F", "%U", "%F", "%F", "%U"])
        try DaemonFixture.performing(launching, [count, twice]) { daemon in
            let folder = "/home/ada/" + String(repeating: "long", count: 30)
            let content = JSON.array((1...4096).map { Self.file("file://\(folder)/\($0).png") })
            let end = try daemon.ending(count.identifier, content)
            #expect(end.output == "4096\n\(folder)/4096.png\n")
            let refused = try daemon.unperformed(twice.identifier, content)
            #expect(refused.name == "LimitExceeded" && refused.parameters["limit"] == "files")
        }
    }

    @Test(arguments: Launching.allCases)
    func anArgumentLongerThanAnyProgramTakesIsRefused(_ launching: Launching) throws {
        try DaemonFixture.performing(launching, [Plugin.script("long", "echo ${#1}", ["%F"])]) { daemon in
            let path = "/" + String(repeating: "a", count: 131_070)
            let end = try daemon.ending("org.example.long", [Self.file("file://" + path)])
            #expect(end.output == "131071\n")
            let refused = try daemon.unperformed("org.example.long", [Self.file("file://" + path + "b")])
            #expect(refused.name == "LimitExceeded" && refused.parameters["maximum"] == 131_071)
        }
    }

    @Test(arguments: Launching.allCases)
    func underAnyOnlyWhatIsTakenIsHandedOver(_ launching: Launching) throws {
        let pictures = Plugin.script("pictures", Self.printing, ["%F"], accepts: [["types": ["image/*"]]])
        try DaemonFixture.performing(launching, [pictures.with(["match": "any"])]) { daemon in
            let content: JSON = [
                ["type": "text/plain", "uri": "file:///t"], ["type": "image/png", "uri": "file:///1"],
                [
                    "type": "application/pdf", "uri": "file:///2.pdf",
                    "alternatives": [["type": "image/png", "uri": "file:///2"]],
                ],
            ]
            let end = try daemon.ending(pictures.identifier, content)
            #expect(end.output == "</1></2>")
        }
    }

    @Test(arguments: Launching.allCases)
    func allFormsOfAnItemAreHandedOverWhereTheyAreAskedFor(_ launching: Launching) throws {
        let accepts: JSON = [["types": ["image/png"]]]
        let perform: KeyValuePairs<String, JSON> = ["stdin": "request", "representations": "all"]
        let all = Plugin.script("all", "cat", [], perform, accepts: accepts)
        let taken = Plugin.script("taken", "cat", [], ["stdin": "request"], accepts: accepts)
        let content: JSON = [
            [
                "type": "text/html", "text": "<p>",
                "alternatives": [
                    ["type": "x-scheme-handler/https", "uri": "https://example.org/"],
                    ["type": "image/png", "uri": "file:///a%20b.png", "name": "a b.png"],
                    ["type": "application/pdf", "uri": "file:///a.pdf", "size": 5], ["type": "text/csv"],
                ],
            ], ["type": "image/png", "uri": "file:///1"],
        ]
        let picture: JSON = [
            "type": "image/png", "uri": "file:///a%20b.png", "name": "a b.png", "path": "/a b.png",
        ]
        let plain: JSON = ["type": "image/png", "uri": "file:///1", "name": "1", "path": "/1"]
        try DaemonFixture.performing(launching, [all, taken]) { daemon in
            func items(_ plugin: Plugin) throws -> JSON? {
                let output = try daemon.ending(plugin.identifier, content).output ?? ""
                return try JSON(parsing: Array(output.utf8))["items"]
            }
            let handed = try items(taken)
            #expect(handed == [picture, plain])
            let alternatives: JSON = [
                ["type": "text/html", "text": "<p>"],
                ["type": "x-scheme-handler/https", "uri": "https://example.org/"],
                [
                    "type": "application/pdf", "uri": "file:///a.pdf", "name": "a.pdf", "size": 5,
                    "path": "/a.pdf",
                ],
            ]
            let whole = try items(all)
            #expect(whole == [picture.setting("/alternatives", alternatives), plain])
        }
    }

    /// An app may send only a type and an address, as in docs/apps.md.
    @Test func aFileWithoutANameHasThatOfItsURI() throws {
        let reading = Plugin.script("reading", "cat", [], ["stdin": "request"])
        try DaemonFixture.performing(.process, [reading]) { daemon in
            let names: [(uri: String, name: JSON?)] = [
                ("file:///home/ada/a%20b.txt", "a b.txt"), ("file:/a/b%23c.txt#d", "b#c.txt"),
                ("file:///", nil),
                ("sftp://host/folder/m%C3%BC.txt?x=/y", "mü.txt"), ("sftp://host", nil),
                ("file:///a/..", nil),
            ]
            let content = JSON.array(names.map { ["type": "text/plain", "uri": .string($0.uri)] })
            let output = try daemon.ending(reading.identifier, content).output ?? ""
            guard case .array(let items)? = try JSON(parsing: Array(output.utf8))["items"] else {
                return #expect(Bool(false), "\(output)")
            }
            #expect(items.map { $0["name"] } == names.map(\.name))
        }
    }

    // MARK: Text

    @Test(arguments: Launching.allCases)
    func textBecomesAPrivateFileForTheTime(_ launching: Launching) throws {
        let script = "for file; do stat -c '%a %n' \"$file\"; cat \"$file\"; echo; done; read go <\"$GATE\""
        let reading = Plugin.script("reading", "GATE=$1; shift; " + script, ["{gate}", "%F"]).asking("gate")
        try DaemonFixture.performing(launching, [reading]) { daemon in
            let gate = try Gate(daemon)
            let content: JSON = [
                ["type": "text/plain", "text": "one", "name": "Notes.txt"],
                ["type": "text/plain", "text": "two", "name": "Notes.txt"],
                ["type": "text/html", "text": "three"],
                ["type": "text/plain", "text": "four", "name": "../../a/b\n"],
                ["type": "text/plain", "text": "five", "name": ".."],
            ]
            let performing = try Performing(daemon, reading.identifier, content, answers: ["gate": gate.path])
            _ = try performing.started()
            try gate.wait()
            let stores = daemon.folder("cache/activityd/performs")
            let folder = stores + "/" + (daemon.performFolders.first ?? "")
            #expect(Files.mode(stores) == 0o700 && Files.mode(folder) == 0o700)
            try gate.open()
            let end = try performing.ending()
            let names = ["0/Notes.txt", "1/Notes.txt", "2/text.html", "3/.._.._a_b_.txt", "4/text.txt"]
            let texts = ["one", "two", "three", "four", "five"]
            let expected = zip(names, texts).reduce("") { $0 + "600 \(folder)/files/\($1.0)\n\($1.1)\n" }
            #expect(end.output == expected)
            try daemon.waitTillGone(folder + ".owner")
            try daemon.waitTillRemoved(in: stores)
            #expect(Files.names(in: stores).isEmpty)
        }
    }

    // MARK: Standard input

    @Test(arguments: Launching.allCases)
    func theRequestComesOnStandardInput(_ launching: Launching) throws {
        let form: JSON = [
            ["id": "secret", "label": "Secret", "type": "password", "required": true],
            ["id": "note", "label": "Note", "type": "text"],
        ]
        let asking = Plugin.script("asking", "cat", [], ["stdin": "request"]).with(["form": form])
        try DaemonFixture.performing(launching, [asking]) { daemon in
            let content: JSON = [
                ["type": "image/png", "uri": "file:///a%20b.png", "name": "a b.png", "size": 5],
                ["type": "x-scheme-handler/https", "uri": "https://example.org"],
                ["type": "text/plain", "text": "line\n\"two\"\u{0}"],
                ["type": "image/png", "uri": "file:///%FF", "temporary": true],
                ["type": "image/png", "uri": "file:///b.png", "temporary": false],
            ]
            let end = try daemon.ending(
                asking.identifier, content, ["answers": ["secret": "s3"], "locale": "de-AT"])
            let request = try JSON(parsing: Array((end.output ?? "").utf8))
            #expect(
                request == [
                    "items": [
                        [
                            "type": "image/png", "uri": "file:///a%20b.png", "name": "a b.png", "size": 5,
                            "path": "/a b.png",
                        ],
                        ["type": "x-scheme-handler/https", "uri": "https://example.org"],
                        ["type": "text/plain", "text": "line\n\"two\"\u{0}"],
                        ["type": "image/png", "uri": "file:///%FF", "name": "\u{FFFD}", "temporary": true],
                        ["type": "image/png", "uri": "file:///b.png", "name": "b.png", "path": "/b.png"],
                    ],
                    "answers": ["secret": "s3"], "locale": "de-AT",
                ])
        }
    }

    @Test(arguments: Launching.allCases)
    func textOnStandardInputIsTextElseTheURI(_ launching: Launching) throws {
        let plugins = [
            Plugin.script("text", "cat", [], ["stdin": "text"]),
            Plugin.script("none", "cat; readlink /proc/self/fd/0"),
        ]
        try DaemonFixture.performing(launching, plugins) { daemon in
            let content: JSON = [
                ["type": "text/plain", "text": "one\ntwo"],
                ["type": "x-scheme-handler/https", "uri": "https://example.org"],
                ["type": "text/plain", "text": "three", "uri": "file:///3"],
            ]
            let text = try daemon.ending("org.example.text", content)
            #expect(text.output == "one\ntwo\nhttps://example.org\nthree")
            let none = try daemon.ending("org.example.none", content)
            #expect(none.output == "/dev/null\n")
        }
    }

    /// The Python module must compose the same texts; Tests/ActivitiesTests checks that.
    @Test func theComposedTextHoldsEachPartOnce() throws {
        try DaemonFixture.performing(.process, [Plugin.script("text", "cat", [], ["stdin": "text"])]) {
            daemon in
            let path = Checkout.path + "/Tests/ActivitiesTests/composed-texts.json"
            guard case .array(let cases) = try JSON(parsing: Array(Files.text(path).utf8)) else {
                return #expect(Bool(false), "\(path) is no list")
            }
            #expect(!cases.isEmpty)
            for example in cases {
                let end = try daemon.ending(
                    "org.example.text", example["content"] ?? .null,
                    ["caption": example["caption"] ?? .null, "subject": example["subject"] ?? .null])
                // If there are only files, the text has their addresses.
                let text: JSON? = example["text"] == "" ? "file:///cat.jpg" : example["text"]
                #expect(end.output.map(JSON.string) == text)
            }
        }
    }

    @Test func wordsAboutFilesAreInTheRequestAndInNoArgument() throws {
        let script = "echo $#; cat"
        let reading = Plugin.script("reading", script, ["%F"], ["stdin": "request"])
        try DaemonFixture.performing(.process, [reading]) { daemon in
            let words: KeyValuePairs<String, JSON> = ["caption": "Look at this", "subject": "A photo"]
            let end = try daemon.ending(reading.identifier, DaemonFixture.photo, words)
            let lines = (end.output ?? "").split(separator: "\n")
            #expect(lines.first == "1")
            let request = try JSON(parsing: Array((lines.last ?? "").utf8))
            #expect(request["caption"] == "Look at this" && request["subject"] == "A photo")
            let long = JSON.string(String(repeating: "a", count: 256 << 10 + 1))
            let refused = try daemon.unperformed(reading.identifier, DaemonFixture.photo, ["caption": long])
            #expect(refused.name == "LimitExceeded" && refused.parameters["limit"] == "caption")
        }
    }

    @Test(arguments: Launching.allCases)
    func aFileOfTextKeepsTheLongestNameThatThereIs(_ launching: Launching) throws {
        try DaemonFixture.performing(launching, [Plugin.script("named", "basename \"$1\"", ["%F"])]) {
            daemon in
            for (letter, count) in [("長", 83), ("n", 251)] {
                let name = String(repeating: letter, count: count) + ".txt"
                let end = try daemon.ending(
                    "org.example.named", [["type": "text/plain", "text": "a", "name": .string(name)]])
                #expect(end.output == name + "\n")
            }
            // A name too long for a file keeps its end, which tells the type.
            let long: JSON = [
                [
                    "type": "text/plain", "text": "a",
                    "name": .string(String(repeating: "長", count: 100_000) + ".md"),
                ]
            ]
            let cut = try daemon.ending("org.example.named", long)
            #expect(cut.output == String(repeating: "長", count: 84) + ".md\n")
        }
    }

    // MARK: Environment

    @Test(arguments: Launching.allCases)
    func theEnvironmentIsTheSessionsAndTheTokensOnly(_ launching: Launching) throws {
        let printing = Plugin.script("environment", "env; ls -1 /proc/self/fd | wc -l")
        try DaemonFixture.performing(launching, [printing]) { daemon in
            let end = try daemon.ending(
                printing.identifier, DaemonFixture.photo,
                ["activationToken": "token-1_TIME2", "clipboard": "/home/ada/copied"])
            let lines = (end.output ?? "").split(separator: "\n")
            #expect(lines.contains("XDG_ACTIVATION_TOKEN=token-1_TIME2"))
            #expect(lines.contains("DESKTOP_STARTUP_ID=token-1_TIME2"))
            #expect(lines.contains("ACTIVITY_CLIPBOARD=/home/ada/copied"))
            for name in ["LISTEN_FDS", "WATCHDOG_USEC", "SWIFT_BACKTRACE"] {
                #expect(!lines.contains { $0.hasPrefix(name + "=") })
            }
            // The daemon's own is older than the desktop's.
            let isDaemons = lines.contains(Substring("XDG_CONFIG_HOME=" + daemon.folder("config")))
            #expect(isDaemons == (launching == .process))
            // Three, and the folder's that is listed.
            #expect(lines.last == "4")
            let bare = try daemon.ending(printing.identifier)
            #expect(bare.output?.contains("XDG_ACTIVATION_TOKEN") == false)
            #expect(bare.output?.contains("ACTIVITY_CLIPBOARD") == false)
            for (name, value) in [
                ("activationToken", "a\nb"), ("activationToken", "ä"), ("clipboard", "copied"),
                ("clipboard", "/a\0b"),
            ] {
                let refused = try daemon.unperformed(
                    printing.identifier, DaemonFixture.photo, [name: .string(value)])
                #expect(refused.name == "InvalidParameter")
                #expect(refused.parameters["parameter"] == .string(name))
            }
        }
    }

    // MARK: Links

    @Test(arguments: Launching.allCases)
    func aLinkIsOpenedByTheDesktop(_ launching: Launching) throws {
        let form: JSON = [["id": "server", "label": "Server", "type": "text", "required": true]]
        let post = Plugin("org.example.post", "Publish It", types: ["text/plain"]).with([
            "form": form,
            "perform": ["uri": "https://{server}/?text={text}&u={uri}&n={name}&c={caption}&s={subject}"],
        ])
        try DaemonFixture.performing(
            launching, [post], handOverTime: .short,
            prepare: { $0.environment["PATH"] = $0.folder("programs") }
        ) { daemon in
            let gate = try Gate(daemon)
            let watch = try Watch(daemon)
            let state = try daemon.description(post.identifier).state
            #expect(state == .unavailable)
            let missing = try daemon.unperformed(post.identifier, [["type": "text/plain", "text": "a"]])
            #expect(missing.name == "NotApplicable" && missing.parameters["code"] == "program-missing")
            let opener = "#!/bin/sh\nprintf '%s\\n' \"$#\" \"$@\" >'\(gate.path)'\n"
            Files.write(daemon.folder("programs/xdg-open"), opener, mode: 0o755)
            try watch.wait { try daemon.status().custom == 1 }
            let content: JSON = [
                ["type": "text/plain", "text": "a&b c", "name": "n/ä"],
                ["type": "text/plain", "uri": "file:///x%20y"],
            ]
            let more: KeyValuePairs<String, JSON> = [
                "answers": ["server": "a.b/?"], "caption": "See & read", "subject": "{text}",
            ]
            let end = try daemon.ending(post.identifier, content, more)
            #expect(end.status == "handed over" && end.result == .success)
            #expect(
                gate.text()
                    == "1\nhttps://a.b%2F%3F/?text=See%20%26%20read%0Aa%26b%20c"
                    + "&u=file%3A%2F%2F%2Fx%2520y&n=n%2F%C3%A4&c=See%20%26%20read&s=%7Btext%7D\n"
            )
        }
    }
}
