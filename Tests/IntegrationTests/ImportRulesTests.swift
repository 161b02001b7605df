// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import Glibc
import TestSupport
import Testing

/// The allowed dependencies between modules, checked against the imports (ARCHITECTURE.md, Modules).
struct ImportRulesTests {
    private struct Source {
        let module: String
        let path: String
        let imports: Set<String>
        let text: String
    }

    private static let sources: [Source] = {
        let root = Checkout.path + "/Sources"
        var found: [Source] = []
        func look(_ folder: String, _ module: String) {
            for name in Files.names(in: folder) {
                let path = folder + "/" + name
                if name.hasSuffix(".swift") {
                    let text = Files.text(path)
                    found.append(Source(module: module, path: path, imports: imports(in: text), text: text))
                } else {
                    look(path, module)
                }
            }
        }
        for group in Files.names(in: root) {
            for module in Files.names(in: root + "/" + group) { look("\(root)/\(group)/\(module)", module) }
        }
        return found
    }()

    private static let accesses: Set<Substring> = ["package", "internal", "public", "private", "fileprivate"]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    private static func imports(in text: String) -> Set<String> {
        var names: Set<String> = []
        for line in text.split(whereSeparator: \.isNewline) {
            var words = line.split(separator: " ").drop { $0.hasPrefix("@") || accesses.contains($0) }
            // What is indented is text that the module holds, such as a script.
            guard !line.hasPrefix(" "), words.popFirst() == "import", var name = words.popFirst() else {
                continue
            }
            if kinds.contains(name), let next = words.popFirst() { name = next.prefix { $0 != "." } }
            names.insert(String(name))
        }
        return names
    }

    /// Allowed imports of the daemon's modules that answer calls.
    private static let answering: Set<String> = [
        "ActivityInterface", "ActivityPerforming", "ActivityRegistry", "ActivityModel", "Host", "Varlink",
        "Systemd", "StrictJSON", "CLinux",
    ]
    /// The modules that each module may import, apart from programs' products.
    private static let allowed: [String: Set<String>] = [
        "StrictJSON": [], "Host": ["CLinux", "CMessageDigest"], "Systemd": ["CSystemd", "CLinux"],
        "Varlink": ["StrictJSON", "CLinux"],
        "ActivityModel": ["StrictJSON"],
        "ContentSelection": ["ActivityModel", "Host", "CGIO", "StrictJSON"],
        "ActivityDrawing": ["ActivityModel", "Host", "StrictJSON", "CLinux"],
        "TemplateIcon": ["ActivityDrawing", "ActivityModel", "StrictJSON", "CRsvg", "CPNG", "CSeccomp"],
        "ActivityPolicy": ["ActivityModel", "Host", "StrictJSON"],
        "ActivityRegistry": [
            "ActivityPolicy", "ActivityDrawing", "ActivityModel", "Host", "StrictJSON", "CLinux",
        ],
        "ActivityPerforming": ["ActivityModel", "Host", "Systemd", "StrictJSON", "CLinux"],
        "ActivityInterface": ["ActivityModel", "Varlink", "StrictJSON"],
        "SessionBus": ["Host", "CGIO"],
        "ShareCalling": ["SessionBus", "Host"],
        "BrowserHost": ["ShareCalling", "SessionBus", "Host", "StrictJSON", "CLinux"],
        "SheetSession": [
            "ContentSelection", "ActivityInterface", "ActivityDrawing", "ActivityModel", "SessionBus", "Host",
            "Varlink", "StrictJSON", "CLinux",
        ],
        "SheetWindow": [
            "CGtk4", "SheetSession", "SessionBus", "ContentSelection", "ActivityInterface",
            "ActivityDrawing", "ActivityModel", "StrictJSON", "Host",
        ],
        "ShareService": [
            "SheetSession", "ContentSelection", "ActivityInterface", "ActivityModel", "ShareCalling",
            "SessionBus", "Host", "StrictJSON", "CGIO", "CLinux",
        ],
        "ActivityTargets": answering,
        "ActivityGenerators": answering,
        "ActivityDaemon": answering.union([
            "ActivityTargets", "ActivityGenerators", "ActivityPolicy", "ActivityDrawing",
        ]),
        "ForeignPlugIns": ["ActivityModel", "Host", "StrictJSON"],
        "activity-generator": ["ForeignPlugIns"],
        "activityd": [
            "ActivityDaemon", "ActivityInterface", "ActivityRegistry", "ActivityModel", "Host", "Systemd",
            "CLinux", "ArgumentParser",
        ],
        "activityctl": [
            "ActivityInterface", "ActivityPolicy", "ActivityRegistry", "ActivityDrawing", "ContentSelection",
            "ActivityModel", "Host", "Varlink", "StrictJSON", "CLinux", "ArgumentParser",
        ],
        "interface-types": ["Varlink", "Host"],
        "activity-sheet": [
            "ShareService", "SheetWindow", "SheetSession", "ContentSelection", "ActivityInterface",
            "ActivityDrawing", "ActivityModel", "SessionBus", "Host", "StrictJSON",
            "ArgumentParser",
        ],
        "activity-share-host": ["BrowserHost", "Host"],
        "activity-draw": ["TemplateIcon"],
    ]
    private static let machine: Set<String> = ["Swift", "Glibc", "Synchronization"]

    @Test func everybodyUsesOnlyWhoStandsBelow() {
        #expect(Self.sources.count > 100)
        for source in Self.sources {
            guard let allowed = Self.allowed[source.module] else {
                Issue.record(
                    "\(source.path): \(source.module) has no place in the house yet. Give it one here.")
                continue
            }
            let strangers = source.imports.subtracting(allowed).subtracting(Self.machine)
            #expect(strangers.isEmpty, "\(source.path) imports \(strangers)")
        }
    }

    @Test(
        arguments: [
            ("CSystemd", ["Systemd"]), ("CRsvg", ["TemplateIcon"]), ("CPNG", ["TemplateIcon"]),
            ("CSeccomp", ["TemplateIcon"]), ("CMessageDigest", ["Host"]),
            ("CGIO", ["ContentSelection", "ShareService", "SessionBus"]),
            ("CGtk4", ["SheetWindow"]),
            ("TemplateIcon", ["activity-draw"]), ("Foundation", []),
            ("FoundationEssentials", []),
            ("Dispatch", []),
        ] as [(String, Set<String>)])
    func onlyTheseImport(_ module: String, _ users: Set<String>) {
        let found = Set(Self.sources.filter { $0.imports.contains(module) }.map(\.module))
        #expect(found.isSubset(of: users), "\(module) is imported by \(found)")
    }

    /// Modules that could be separate libraries do not mention their use here.
    @Test func varlinkAndSystemdNeverSayActivity() {
        for source in Self.sources where ["Varlink", "Systemd", "StrictJSON"].contains(source.module) {
            for line in source.text.split(whereSeparator: \.isNewline) {
                #expect(!line.lowercased().contains("activity"), "\(source.path): \(line)")
            }
        }
    }

    @Test func theModelDoesNoInputAndOutput() {
        for source in Self.sources where source.module == "ActivityModel" {
            // Collation asks the C library for the locale's rules, and nothing else does.
            let isCollation = source.path.hasSuffix("/Collation.swift")
            #expect(isCollation || !source.imports.contains("Glibc"), "\(source.path)")
            for call in [" open(", " fopen(", " read(", " write(", " socket(", " getenv("] {
                #expect(!source.text.contains(call), "\(source.path):\(call)")
            }
        }
    }

    @Test func nothingForcesAndNothingIsConcurrent() {
        for source in Self.sources {
            for line in source.text.split(whereSeparator: \.isNewline) {
                let code = line.drop { $0 == " " }
                guard !code.hasPrefix("//") else { continue }
                for word in ["try!", "fatalError(", " actor ", " Task {", "Task.detached", " await "] {
                    #expect(!" \(code)".contains(word), "\(source.path): \(line)")
                }
            }
        }
    }

    @Test func everySourceHasItsLicence() {
        for source in Self.sources {
            #expect(source.text.hasPrefix("// SPDX-License-Identifier: Apache-2.0\n"), "\(source.path)")
        }
    }
}
