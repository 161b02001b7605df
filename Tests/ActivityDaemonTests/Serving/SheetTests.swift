// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import DaemonSupport
import StrictJSON
import Testing
import Varlink

/// Replies of List: the activities on the sheet, their order and their members.
struct SheetTests {
    private static let picture: JSON = [["type": "image/png"]]

    @Test func theSystemsActivitiesComeFirstInTheirOrder() throws {
        try DaemonFixture.run { daemon in
            #expect(
                try daemon.identifiers() == ["io.test.print", "io.test.copy", "io.test.ant", "io.test.zebra"])
            try daemon.register(Plugin("org.example.a", "Aardvark"))
            let list = try daemon.list("image/png")
            #expect(list.activities.map(\.identifier).last == "org.example.a")
            #expect(list.activities.map(\.source) == [.system, .system, .system, .system, .custom])
        }
    }

    @Test func theAppsOwnStandBetween() throws {
        try DaemonFixture.run { daemon in
            daemon.install(Plugin("org.example.plugin", "Plugin"))
            try daemon.register(Plugin("org.example.other", "Other"))
            let list = try daemon.list([
                "content": Self.picture,
                "include": [
                    ["identifier": "org.app.z", "title": "Zap", "icon": "zap-symbolic", "category": "share"],
                    ["identifier": "org.app.a", "title": "Apply"],
                ],
            ])
            let own = list.activities.filter { $0.source == .application }
            #expect(list.activities.map(\.identifier).suffix(4).prefix(2) == ["org.app.z", "org.app.a"])
            #expect(own.map(\.icon) == ["zap-symbolic", nil])
            #expect(own.map(\.category) == [.share, .action])
            #expect(own.allSatisfy { $0.iconDigest == nil && $0.subtitle == nil })
            #expect(list.leftOut == nil)
        }
    }

    @Test func customOnesFollowTheArrangementThenTheTitleThenTheIdentifier() throws {
        try DaemonFixture.run { daemon in
            for (identifier, title) in [
                ("org.example.d", "Zoom"), ("org.example.c", "élan"), ("org.example.b", "Same"),
                ("org.example.a", "Same"), ("org.example.e", "apple"),
            ] {
                try daemon.register(Plugin(identifier, title))
            }
            func custom(_ locale: JSON) throws -> [String] {
                try daemon.identifiers(["content": Self.picture, "locale": locale]).filter {
                    $0.hasPrefix("org.")
                }
                .map { String($0.suffix(1)) }
            }
            #expect(try custom(.null) == ["e", "c", "a", "b", "d"])
            #expect(try custom("xx_YY.UTF-8") == ["e", "c", "a", "b", "d"])
            try daemon.arrange(["org.example.d", "org.example.b"])
            #expect(try custom(.null) == ["d", "b", "e", "c", "a"])
            try daemon.arrange([])
            #expect(try custom(.null) == ["e", "c", "a", "b", "d"])
        }
    }

    @Test func titlesCollateInTheRequestsLocale() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(
                Plugin("org.example.one", "Alpha", ["titles": ["de": "Zeta"]]))
            try daemon.register(Plugin("org.example.two", "Omega", ["titles": ["de": "Beta"]]))
            func order(_ locale: JSON) throws -> [String] {
                try daemon.identifiers(["content": Self.picture, "locale": locale]).filter {
                    $0.hasPrefix("org.")
                }
            }
            #expect(try order("en_GB.UTF-8") == ["org.example.one", "org.example.two"])
            #expect(try order("de_DE.UTF-8") == ["org.example.two", "org.example.one"])
        }
    }

    @Test func excludeTakesAnyIdentifier() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.plugin", "Plugin"))
            let rest = try daemon.identifiers([
                "content": Self.picture,
                "exclude": [
                    "io.test.print", "org.example.plugin", "org.app.own", "unknown.one", "no identifier",
                ],
                "include": [["identifier": "org.app.own", "title": "Own"]],
            ])
            #expect(rest == ["io.test.copy", "io.test.ant", "io.test.zebra"])
        }
    }

    @Test func anOwnActivityThatBreaksARuleIsNamed() throws {
        let cases: [(String, String, String)] = [
            ("org.app.a", "", "title-empty"), ("org.app.a", " \t", "title-empty"),
            ("org.app.a", "Two\nlines", "title-control"), ("org.app.a", "R\u{202E}L", "title-control"),
            ("org.app.a", String(repeating: "x", count: 61), "title-too-long"),
            ("org.app.a", "Drucken", "title-reserved"), ("org.app.a", "imprimér!", "title-reserved"),
            ("io.test.copy", "Anything", "identifier-reserved"), ("noDots", "Anything", "identifier-form"),
        ]
        try DaemonFixture.run { daemon in
            for (identifier, title, rule) in cases {
                let reply = try daemon.call(
                    "Sheet.List",
                    [
                        "content": Self.picture,
                        "include": [
                            ["identifier": .string(identifier), "title": .string(title)],
                            ["identifier": "org.app.sound", "title": "Sound"],
                        ],
                    ])
                #expect(
                    reply["leftOut"] == [["identifier": .string(identifier), "rule": .string(rule)]],
                    "\(title)")
                let own = try Sheet.ListReply(reply).activities.filter { $0.source == .application }
                #expect(own.map(\.identifier) == ["org.app.sound"], "\(title)")
            }
        }
    }

    @Test func anOwnActivityComesOnceAndStandsForTheRegisteredOne() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.app.share", "Registered"))
            let list = try daemon.list([
                "content": Self.picture,
                "include": [
                    ["identifier": "org.app.share", "title": "Included"],
                    ["identifier": "org.app.share", "title": "Again"],
                ],
            ])
            let bearers = list.activities.filter { $0.identifier == "org.app.share" }
            #expect(bearers.map(\.title) == ["Included"])
            #expect(list.leftOut?.map(\.identifier) == ["org.app.share"])
        }
    }

    @Test func sixtyFourOwnActivitiesAreEnough() throws {
        try DaemonFixture.run { daemon in
            func ask(_ count: Int) -> JSON {
                let own = (1...count).map { number -> JSON in
                    ["identifier": .string("org.app.n\(number)"), "title": .string("Number \(number)")]
                }
                return ["content": Self.picture, "include": .array(own)]
            }
            #expect(try daemon.list(ask(64)).activities.count == 68)
            let error = try daemon.refusal("Sheet.List", ask(65))
            #expect(error == .invalidParameter("include"))
        }
    }

    @Test(
        arguments: [("compact", .actionSheet), ("regular", .popover), (nil, .popover)]
            as [(String?, Sheet.ListReply.Presentation)])
    func theWidthDecidesThePresentation(_ width: String?, _ presentation: Sheet.ListReply.Presentation) throws
    {
        try DaemonFixture.run { daemon in
            let list = try daemon.list(["content": Self.picture, "width": width.json])
            #expect(list.presentation == presentation)
        }
    }

    @Test(arguments: [
        (14, "Send Large\nAttachment", 1.0, false), (40, "Send Large Attachment", 1.0, false),
        (8, "Send Large\nAttachment", 0.8, false), (4, "…", 0.75, true),
    ])
    func titlesAreFittedWhereAWidthIsGiven(_ width: Int, _ text: String, _ scale: Double, _ cut: Bool) throws
    {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.send", "Send Large Attachment"))
            let ask: JSON = ["content": Self.picture, "titleWidth": .integer(width)]
            let fit = try #require(try daemon.activity("org.example.send", ask).fit)
            #expect(fit.truncated == cut && fit.scale == scale)
            #expect(cut ? fit.text.hasSuffix(text) : fit.text == text)
            #expect(try daemon.list("image/png").activities.allSatisfy { $0.fit == nil })
        }
    }

    @Test func aTitleWidthIsAtLeastOne() throws {
        try DaemonFixture.run { daemon in
            for width in [0, -3] {
                let ask: JSON = ["content": Self.picture, "titleWidth": .integer(width)]
                let error = try daemon.refusal("Sheet.List", ask)
                #expect(error == .invalidParameter("titleWidth"))
            }
        }
    }

    @Test func titlesAreInTheRequestsLanguage() throws {
        let cases: [(String, String)] = [
            ("de_DE.UTF-8", "Drucken"), ("de", "Drucken"), ("fr-CA", "Imprimer"), ("zh-CN", "打印"),
            ("zh_CN.UTF-8", "打印"), ("zh_TW.UTF-8", "Print"), ("zh-HK", "Print"), ("zh-Hant", "Print"),
            ("C", "Print"),
            ("en_US.UTF-8", "Print"), ("", "Print"), ("not a locale!", "Print"),
        ]
        try DaemonFixture.run { daemon in
            for (locale, title) in cases {
                let ask: JSON = ["content": Self.picture, "locale": .string(locale)]
                let activity = try daemon.activity("io.test.print", ask)
                #expect(activity.title == title, "\(locale)")
            }
        }
    }

    @Test func aFormIsLocalised() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.asking)
            func fields(_ locale: JSON) throws -> [Sheet.Field] {
                let ask: JSON = ["content": Self.picture, "locale": locale]
                return try #require(try daemon.activity("org.example.resize", ask).form)
            }
            let plain = try fields(.null)
            #expect(plain.map(\.label) == ["Width", "Fit"])
            #expect(plain[0].type == .number && plain[0].required && plain[0].default == "1024")
            #expect(plain[0].hint == "In pixels" && plain[0].options == nil)
            #expect(plain[1].options?.map(\.label) == ["Crop", "Pad"])
            let german = try fields("de_AT.UTF-8")
            #expect(german.map(\.label) == ["Breite", "Fit"])
            #expect(german[1].options?.map(\.label) == ["Beschneiden", "Pad"])
            #expect(german[1].options?.map(\.value) == ["crop", "pad"])
        }
    }

    private static let asking = Plugin(
        "org.example.resize", "Resize",
        [
            "form": [
                [
                    "id": "width", "label": "Width", "labels": ["de": "Breite"], "type": "number",
                    "default": "1024", "required": true, "hint": "In pixels",
                ],
                [
                    "id": "fit", "label": "Fit", "type": "choice",
                    "options": [
                        ["value": "crop", "label": "Crop", "labels": ["de": "Beschneiden"]],
                        ["value": "pad", "label": "Pad"],
                    ],
                ],
            ],
            "perform": ["exec": ["resize", "{width}", "{fit}", "%F"]],
        ])

    @Test func underAnyTheItemsTakenAreNamed() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(
                Plugin("org.example.pictures", "Pictures", types: ["image/*"], ["match": "any"]))
            try daemon.register(Plugin("org.example.only", "Only", types: ["image/*"]))
            let mixed: JSON = [
                "content": [["type": "text/plain"], ["type": "image/png"], ["type": "image/gif"]]
            ]
            #expect(try daemon.activity("org.example.pictures", mixed).taken == [1, 2])
            let pictures: JSON = ["content": [["type": "image/png"], ["type": "image/gif"]]]
            #expect(try daemon.activity("org.example.pictures", pictures).taken == nil)
            #expect(try !daemon.identifiers(mixed).contains("org.example.only"))
            #expect(try daemon.identifiers(pictures).contains("org.example.only"))
        }
    }

    @Test func asksIsTrueOrAbsent() throws {
        try DaemonFixture.run { daemon in
            let perform: JSON = ["exec": ["tool", "%F"], "asks": true]
            try daemon.register(Plugin("org.example.asking", "Asking", ["perform": perform]))
            let reply = try daemon.call("Sheet.List", ["content": Self.picture])
            let activities = try #require(reply["activities"]).elements
            #expect(activities.last?["asks"] == true)
            #expect(activities.first?["asks"] == nil)
        }
    }

    @Test func theIconIsNamedWithItsDigest() throws {
        try DaemonFixture.run { daemon in
            let activity = try daemon.activity("io.test.copy", ["content": Self.picture])
            #expect(activity.icon == daemon.systemBundles + "/io.test.copy.activity/icon.png")
            // Printed by sha256sum(1) for the file.
            let sum = "0d05f016fc326ce351eb92841501efe39328bed1796204a3554e15b79a109b2c"
            #expect(activity.iconDigest == sum)
        }
    }

    @Test(arguments: [
        (["vendor": "Example Ltd", "product": "PhotoKit"], "PhotoKit"),
        (["vendor": "Example Ltd"], "Example Ltd"),
        ([:], "org.example.plugin"),
    ])
    func theSubtitleTellsWhereACustomActivityComesFrom(_ keys: [String: String], _ subtitle: String) throws {
        try DaemonFixture.run { daemon in
            var plugin = Plugin("org.example.plugin", "Sepia")
            for (name, value) in keys { plugin.manifest.set(name, .string(value)) }
            try daemon.register(plugin)
            let list = try daemon.list("image/png").activities
            #expect(list.map(\.subtitle) == [nil, nil, nil, nil, subtitle])
        }
    }

    @Test func equalRequestsGiveEqualBytes() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Self.asking)
            let ask: JSON = [
                "content": [["type": "image/png", "uri": "file:///a.png"]], "locale": "de", "titleWidth": 14,
            ]
            var answers: Set<[UInt8]> = []
            for _ in 0..<3 {
                let wire = try daemon.wire()
                for _ in 0..<2 {
                    wire.send("io.activityd.Sheet.List", ask)
                    answers.insert(try #require(try wire.bytes()))
                }
            }
            #expect(answers.count == 1)
        }
    }

    @Test func aMixedSelectionIsTakenByClauses() throws {
        try DaemonFixture.run { daemon in
            let clauses: JSON = [
                ["types": ["image/*"], "except": ["image/svg+xml"], "min": 1, "max": 2],
                ["types": ["application/pdf"], "min": 1],
            ]
            try daemon.register(Plugin("org.example.mixed", "Mixed", ["accepts": clauses]))
            for (types, isListed) in [
                (["image/png", "application/pdf"], true), (["image/png"], false),
                (["application/pdf"], false),
                (["image/png", "image/png", "image/png", "application/pdf"], false),
                (["image/svg+xml", "application/pdf"], false),
                (["application/pdf", "image/gif", "application/pdf", "image/png"], true),
            ] {
                let content = JSON.array(types.map { ["type": .string($0)] })
                let found = try daemon.identifiers(["content": content]).contains("org.example.mixed")
                #expect(found == isListed, "\(types)")
            }
        }
    }

    @Test func aGeoLinkGoesToWhoNamesIt() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.map", "Map", types: ["x-scheme-handler/geo"]))
            let ask: JSON = ["content": [["type": "x-scheme-handler/geo", "uri": "geo:52.5,13.4"]]]
            #expect(try daemon.identifiers(ask) == ["io.test.copy", "org.example.map"])
        }
    }

    /// Uses the machine's own shared-mime-info: text/x-python is a text/plain there, application/x-pdf an
    /// alias.
    @Test(arguments: [
        ("text/x-python", "text/plain", true), ("TEXT/X-Python; charset=utf-8", "text/plain", true),
        ("text/plain", "text/x-python", false), ("application/x-pdf", "application/pdf", true),
        ("image/svg+xml", "application/xml", true), ("text/plainer", "text/plain", true),
        ("application/pdfx", "application/pdf", false), ("application/pdf", "application/octet-stream", true),
        ("inode/directory", "*/*", false), ("x-scheme-handler/https", "*/*", false),
        ("inode/directory", "inode/*", true),
    ])
    func typesAreTheMachinesOwn(_ type: String, _ accepted: JSON, _ isListed: Bool) throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.plugin", "Plugin", types: [accepted]))
            #expect(try daemon.identifiers(type).contains("org.example.plugin") == isListed)
        }
    }

    @Test func anAlternativeOfAnItemServes() throws {
        try DaemonFixture.run { daemon in
            try daemon.register(Plugin("org.example.link", "Link", types: ["x-scheme-handler/https"]))
            let item: JSON = [
                "type": "image/png", "uri": "file:///a.png",
                "alternatives": [["type": "x-scheme-handler/https", "uri": "https://example.org/a.png"]],
            ]
            #expect(try daemon.identifiers(["content": [item]]).contains("org.example.link"))
            #expect(try !daemon.identifiers().contains("org.example.link"))
        }
    }
}
