// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TestSupport
import Testing
import Varlink

@testable import ActivityInterface
@testable import interface_types

/// The served files honour the contract: apart from comments, their members are these, none renamed or
/// removed.
struct InterfaceFilesTests {
    private static let sheet = [
        "type Representation (type: string, uri: ?string, text: ?string, name: ?string, size: ?int, "
            + "temporary: ?bool)",
        "type Item (type: string, uri: ?string, text: ?string, name: ?string, size: ?int, "
            + "temporary: ?bool, alternatives: ?[]Representation)",
        "type OwnActivity (identifier: string, title: string, icon: ?string, category: ?(action, share))",
        "type Fit (text: string, scale: float, truncated: bool)",
        "type Option (value: string, label: string)",
        "type Field (id: string, label: string, type: (text, multiline, number, url, email, "
            + "phone, password, pin, "
            + "date, choice, toggle), options: ?[]Option, default: ?string, required: bool, hint: ?string, "
            + "live: ?bool, remember: ?bool)",
        "type LeftOut (identifier: string, rule: string)",
        "type Activity (identifier: string, title: string, subtitle: ?string, source: "
            + "(system, application, custom), "
            + "category: (action, share), icon: ?string, iconDigest: ?string, asks: ?bool, form: ?[]Field, "
            + "starred: ?bool, taken: ?[]int, fit: ?Fit)",
        "method List(content: []Item, exclude: ?[]string, include: ?[]OwnActivity, includeOwn: ?bool, "
            + "locale: ?string, width: ?(compact, regular), titleWidth: ?int) -> (generation: int, "
            + "presentation: (actionSheet, popover), activities: []Activity, leftOut: ?[]LeftOut)",
        "method Icon(identifier: string, size: int, tint: ?string) -> (png: string, iconDigest: string)",
        "method Form(identifier: string, content: []Item, locale: ?string, bundle: ?string) -> "
            + "(fields: []Field)",
        "type Target (identifier: string, field: string, value: string, label: string, detail: ?string, "
            + "kind: ?string, reachable: bool, title: string, iconDigest: ?string, ways: ?[]Way, "
            + "icon: ?string)",
        "type Way (identifier: string, field: string, value: string, reachable: bool, title: string, "
            + "iconDigest: ?string)",
        "method Targets(content: []Item, exclude: ?[]string, locale: ?string) -> "
            + "(targets: []Target, final: bool)",
        "type Fact (kind: string, items: []int, values: []string)",
        "method Inspect(content: []Item, caption: ?string, subject: ?string, locale: ?string) -> "
            + "(facts: []Fact, unread: []int)",
        "type ContentOption (identifier: string, title: string, removes: []string, accepted: []int, "
            + "makes: string, form: ?[]Field)",
        "type ChosenOption (identifier: string, answers: ?[string]string)",
        "method Options(content: []Item, caption: ?string, subject: ?string, locale: ?string) -> "
            + "(options: []ContentOption)",
        "method Prepare(content: []Item, options: []ChosenOption, caption: ?string, subject: ?string, "
            + "locale: ?string) -> "
            + "(state: (started, running, finished), unit: string, fraction: ?float, status: ?string, "
            + "result: ?(success, failure, cancelled), reason: ?string, option: ?string, noRoom: ?bool, content: ?[]Item, "
            + "caption: ?string, subject: ?string, facts: ?[]Fact, unread: ?[]int)",
        "error OptionsUnavailable (field: string, reason: string)",
        "type Made (type: string, uri: string)",
        "type Runs (failed: int, all: int)",
        "method Perform(identifier: string, content: []Item, answers: ?[string]string, locale: ?string, "
            + "activationToken: ?string, bundle: ?string, clipboard: ?string, caption: ?string, "
            + "subject: ?string) -> (state: (started, running, finished), "
            + "unit: string, fraction: ?float, "
            + "status: ?string, result: ?(success, failure, cancelled), exitStatus: ?int, signal: ?string, "
            + "timedOut: ?bool, output: ?string, reason: ?string, runs: ?Runs, "
            + "errors: ?string, made: ?[]Made, faults: ?[]string, option: ?string, noRoom: ?bool, content: ?[]Item, "
            + "caption: ?string, subject: ?string, facts: ?[]Fact, unread: ?[]int)",
        "method Follow(unit: string) -> (state: (started, running, finished), unit: string, "
            + "fraction: ?float, "
            + "status: ?string, result: ?(success, failure, cancelled), exitStatus: ?int, signal: ?string, "
            + "timedOut: ?bool, output: ?string, reason: ?string, runs: ?Runs, "
            + "errors: ?string, made: ?[]Made, faults: ?[]string, option: ?string, noRoom: ?bool, content: ?[]Item, "
            + "caption: ?string, subject: ?string, facts: ?[]Fact, unread: ?[]int)",
        "type RunningPerform (unit: string, identifier: string, title: string, fraction: ?float, "
            + "status: ?string)",
        "method Running() -> (performs: []RunningPerform)",
        "method Cancel(unit: string) -> ()", "method Monitor() -> (generation: int)",
        "error ContentChanged (item: int)",
        "error InvalidContent (item: int, reason: string)", "error NoSuchActivity (identifier: string)",
        "error NotApplicable (identifier: string, code: string, reason: string)",
        "error AnswersRequired (fields: []Field)", "error InvalidAnswer (field: string, reason: string)",
        "error NotPerformable (identifier: string, reason: string)", "error NoSuchUnit (unit: string)",
        "error LimitExceeded (limit: string, maximum: int)",
    ]

    private static let registry = [
        "type Representation (type: string, uri: ?string, text: ?string, name: ?string, size: ?int, "
            + "temporary: ?bool)",
        "type Item (type: string, uri: ?string, text: ?string, name: ?string, size: ?int, "
            + "temporary: ?bool, alternatives: ?[]Representation)",
        "type File (path: string, data: string, executable: ?bool)",
        "type Diagnostic (rule: string, severity: (error, warning), pointer: ?string, message: "
            + "string)",
        "type Description (identifier: string, title: ?string, titles: ?[string]string, version: "
            + "?string, source: (system, custom), category: ?(action, share), position: ?int, path: "
            + "string, state: (active, ignored, unavailable, shadowed, masked, rejected), election: "
            + "(use, ignore, default), locked: bool, decidedBy: ?(admin, person), starred: ?bool, "
            + "rank: ?int, origin: ?string, link: ?string, removes: ?[]string, diagnostics: []Diagnostic)",
        "method RegisterLink(folder: string, check: ?bool) -> (identifier: string, generation: int, "
            + "diagnostics: []Diagnostic, changed: ?bool)",
        "type Verdict (identifier: string, path: ?string, listed: bool, code: string, clause: "
            + "?int, item: ?int, message: string, programs: ?[]string)",
        "type Omission (origin: string, name: string, reason: string)",
        "type Generator (name: string, path: string, folder: string, origins: []string, bundles: int, "
            + "omissions: []Omission, running: bool, started: ?int, durationUSec: ?int, failure: ?string)",
        "method Star(identifiers: []string, check: ?bool) -> (generation: int, changed: ?bool)",
        "method Generators() -> (generators: []Generator)",
        "type KeptTarget (value: string, uses: int, lastUSec: int)",
        "type KeptAnswers (identifier: string, answers: [string]string, targets: ?[]KeptTarget)",
        "method Answers(identifier: ?string) -> (activities: []KeptAnswers)",
        "method Forget(identifier: string) -> ()",
        "type PolicyFile (path: string, kind: (configuration, elections, arrangement), state: "
            + "(used, broken, hidden, mask), by: ?string)",
        "type PolicyEntry (kind: (configuration, elections, arrangement), key: string, value: string, "
            + "path: string, overriddenBy: ?string, line: ?int, waits: ?bool)",
        "method Register(files: []File, check: ?bool) -> (identifier: string, generation: int, diagnostics: "
            + "[]Diagnostic, changed: ?bool)",
        "method Unregister(identifier: string, check: ?bool) -> (generation: int, changed: ?bool)",
        "method Check(files: []File) -> (diagnostics: []Diagnostic)",
        "method Describe(identifier: ?string) -> (generation: int, activities: []Description)",
        "method Explain(content: []Item, identifier: ?string, exclude: ?[]string, includeOwn: "
            + "?bool, application: ?string) -> (verdicts: []Verdict)",
        "method Elect(identifier: string, election: (use, ignore, default), lock: ?bool, check: ?bool) -> "
            + "(generation: int, changed: ?bool)",
        "method Policy() -> (files: []PolicyFile, entries: []PolicyEntry)",
        "method Arrange(identifiers: []string, check: ?bool) -> (generation: int, changed: ?bool)",
        "type Performs (success: int, failure: int, cancelled: int)",
        "method Status() -> (version: string, scope: (system, user), generation: int, system: "
            + "int, custom: int, rejected: int, connections: int, searchPath: []string, unwatched: ?string, "
            + "problems: ?[]string, waiting: ?int, "
            + "performs: ?Performs, restarts: ?int, worstCall: ?string, worstCallUSec: ?int)",
        "error Rejected (diagnostics: []Diagnostic)",
        "error NoSuchActivity (identifier: string)",
        "error InvalidContent (item: int, reason: string)",
        "error NotPermitted (reason: string)",
        "error SystemOrderIsFixed (identifier: string)",
        "error LockedByAdmin (identifier: string, by: ?string)",
        "error StorageFailed (reason: string)", "error OutcomeUnknown (reason: string)",
        "error LimitExceeded (limit: string, maximum: int)",
    ]

    private static let service = [
        "method Ping() -> ()", "method Reload() -> ()", "method SetLogLevel(level: int) -> ()",
        "method GetEnvironment() -> (environment: ?[]string)", "error InconsistentEnvironment ()",
        "error ReloadFailed (reason: string)",
    ]

    @Test func theMembersAreTheContracts() throws {
        let served = try Interfaces.load()
        for (interface, members) in [
            (served.sheet, Self.sheet), (served.registry, Self.registry), (served.service, Self.service),
        ] {
            let found = Self.members(of: interface.text)
            for member in members {
                #expect(found.contains(Self.bare(member)), "\(interface.name): \(member)")
            }
            for member in found {
                #expect(members.map(Self.bare).contains(member), "\(interface.name): \(member)")
            }
        }
        #expect(served.sheet.name == Interfaces.sheet && served.registry.name == Interfaces.registry)
        #expect(served.service.name == Interfaces.service)
    }

    /// The checked-in types equal the output of `make interfaces`.
    @Test(arguments: ["Sheet", "Registry"]) func theSwiftTypesAreTheInterfaces(_ name: String) throws {
        let served = try Interfaces.load()
        let source = try InterfaceSource(name == "Sheet" ? served.sheet : served.registry)
        let file = Checkout.path + "/Sources/Activities/ActivityInterface/\(name).swift"
        #expect(source.text == Files.text(file), "Run make interfaces.")
    }

    @Test func theErrorsAreTheInterfaces() throws {
        let source = try ErrorSource(CallErrorTests.interfaces(), named: "CallError")
        let file = Checkout.path + "/Sources/Activities/ActivityInterface/CallError.swift"
        #expect(source.text == Files.text(file), "Run make interfaces.")
    }

    /// Enumerations that the model has are the interface's, case by case.
    @Test func theModelsCasesAreTheInterfaces() throws {
        let served = try Interfaces.load()
        for (type, field, cases) in [
            ("Activity", "category", Manifest.Category.allCases.map(\.rawValue)),
            ("Description", "decidedBy", Decider.allCases.map(\.rawValue)),
            ("Description", "election", Election.allCases.map(\.rawValue)),
            ("Description", "source", Bundle.Source.allCases.map(\.rawValue)),
            ("Description", "state", Bundle.State.allCases.map(\.rawValue)),
            ("Diagnostic", "severity", Rule.Severity.allCases.map(\.rawValue)),
            ("Field", "type", FormField.Kind.allCases.map(\.rawValue)),
        ] {
            let types = served.sheet.types + served.registry.types
            guard case .structure(let fields) = types.first(where: { $0.name == type })?.type else {
                Issue.record("\(type)")
                continue
            }
            let declared = fields.first { $0.name == field }?.type
            switch declared {
            case .enumeration(let names), .nullable(.enumeration(let names)):
                #expect(names.sorted() == cases.sorted())
            default: Issue.record("\(type).\(field)")
            }
        }
    }

    /// Every member has a comment, and no comment line is empty.
    @Test func everyMemberIsDocumented() throws {
        let served = try Interfaces.load()
        for text in [served.sheet.text, served.registry.text, served.service.text] {
            var previous: Substring = ""
            for line in text.split(separator: "\n") {
                let isMember = ["type ", "method ", "error ", "interface "].contains { line.hasPrefix($0) }
                if isMember { #expect(previous.hasPrefix("# "), "\(line)") }
                #expect(line.count <= 200, "\(line)")
                previous = line
            }
        }
    }

    /// The members without comments and without blanks.
    private static func members(of text: String) -> [String] {
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("interface ") }
        var members: [String] = []
        for line in lines {
            let begins = ["type ", "method ", "error "].contains { line.hasPrefix($0) }
            if begins { members.append("") }
            members[members.count - 1] += bare(String(line))
        }
        return members
    }

    private static func bare(_ text: String) -> String { String(text.filter { !$0.isWhitespace }) }
}
