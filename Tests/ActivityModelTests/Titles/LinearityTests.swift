// SPDX-License-Identifier: Apache-2.0

import Glibc
import StrictJSON
import Testing

@testable import ActivityModel

/// A judgement of a text of any length.
struct Judgement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The shorter of the two lengths.
    let length: Int
    /// Makes the work to time, for a length.
    let make: @Sendable (Int) -> @Sendable () -> Void

    init(_ name: String, _ length: Int, _ make: @escaping @Sendable (Int) -> @Sendable () -> Void) {
        testDescription = name
        self.length = length
        self.make = make
    }
}

/// Work on untrusted text is linear: eight times the length takes about eight times as long, where quadratic
/// work would take sixty-four times. Measures the thread's CPU time, the minimum of several runs.
@Suite("What a judgement costs") struct LinearityTests {
    static let judgements: [Judgement] = [
        Judgement("mnemonic marks", 1_000) { count in
            let title = String(repeating: "_a&b", count: count)
            return { _ = MnemonicMark(in: title) }
        },
        Judgement("titles beside a long product", 100) { count in
            let titles = (0..<count).map { "Resize \($0)" }
            let product = String(repeating: "ab ", count: count * 5)
            return { for title in titles { judge(title, product: product) } }
        },
        Judgement("a title of many blanks", 100) { count in
            let title = String(repeating: "\u{200B}\u{2060}", count: count) + "a"
            return { _ = TitleFit.cells("a" + title, width: 1) }
        },
        Judgement("a record's long title", 4_000) { count in
            var manifest = Manifest()
            manifest.title = String(repeating: "\u{301}\u{200B}\u{316}", count: count)
            return { [manifest] in
                _ = BundleRecord(
                    identifier: "a.b", path: "/b", source: .custom, manifest: manifest)
            }
        },
        Judgement("required programs", 500) { count in
            decoding(#""requires":{"programs":["# + list(count) { "\"p\($0)\"" } + "]}")
        },
        Judgement("a form's fields and their answers", 100) { count in
            let fields = list(count) { #"{"id":"f\#($0)","label":"F","type":"text"}"# }
            let answers = (0..<count).map { "{f\($0)}" }.joined()
            return decoding(#""form":[\#(fields)]"#, perform: #"{"uri":"mailto:\#(answers)"}"#)
        },
        Judgement("unknown keys", 500) { count in decoding(list(count) { "\"k\($0)\":1" }) },
        Judgement("localisations", 100) { count in
            decoding(#""titles":{\#(list(count) { "\"de-x-\($0)\":\"Titel\"" })}"#)
        },
        Judgement("arguments", 500) { count in
            decoding("\"version\":\"1\"", perform: #"{"exec":["x",\#(list(count) { _ in "\"%F\"" })]}"#)
        },
        Judgement("an argument's codes", 1_000) { count in
            let argument = String(repeating: "{a}%F{b", count: count)
            return { _ = ExecArgument(argument).expandsToAllItems }
        },
        Judgement("one type's ancestors", 500) { count in
            let lines = (0..<count).map { "a/b c/d\($0)" }.joined(separator: "\n")
            return {
                var types = ContentTypeDatabase()
                types.add(subclasses: lines)
            }
        },
        Judgement("one type's aliases, all of them its ancestors", 300) { count in
            var types = ContentTypeDatabase()
            types.add(aliases: (0..<count).map { "a/a\($0) a/b" }.joined(separator: "\n"))
            types.add(subclasses: (0..<count).map { "a/b a/a\($0)" }.joined(separator: "\n"))
            return { [types] in _ = ContentType("a/b").map(types.names) }
        },
        Judgement("items and their alternatives", 100) { count in
            let form = Representation(type: "image/png", size: 5)
            let items = Array(repeating: Item(form, alternatives: [form, form, form]), count: count)
            return { _ = (try? Content(items)).map { evaluate($0) } }
        },
        Judgement("objects compared", 200) { count in
            let object = try? JSON(parsing: "{" + list(count) { "\"k\($0)\":1" } + "}")
            return { _ = object == object }
        },
    ]

    @Test(arguments: judgements)
    func growsWithTheLength(_ judgement: Judgement) {
        let growth = (0..<3).lazy.map { _ in
            Self.time(judgement.make(judgement.length * 8))
                / max(Self.time(judgement.make(judgement.length)), 1e-6)
        }
        #expect(growth.contains { $0 < 24 }, "\(Array(growth)) times as long")
    }

    /// The CPU time of this thread, in seconds.
    private static func time(_ work: () -> Void) -> Double {
        (0..<5).map { _ in
            let start = now
            work()
            return now - start
        }.min() ?? 0
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

private func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
}

private func judge(_ title: String, product: String) {
    _ = TitleRules.judge(
        title: title, pointer: "/title", soft: false, isCustom: true, vendor: product, product: product,
        identifier: "org.example.resize", reserved: ReservedTitles([]))
}

private func decoding(_ keys: String, perform: String = #"{"exec":["x"]}"#) -> @Sendable () -> Void {
    let text =
        #"{"manifestVersion":1,"identifier":"org.example.a","title":"A","icon":"icon.png","#
        + #""category":"share","#
        + #""accepts":[{"types":["image/*"]}],"perform":\#(perform),\#(keys)}"#
    let bytes = Array(text.utf8)
    return { _ = ManifestDecoder(isSystem: false, folder: nil).decode(bytes) }
}

private func evaluate(_ content: Content) -> Verdict {
    var clause = Manifest.Clause(types: [.kind("image")])
    clause.maxBytes = 1
    var manifest = Manifest()
    manifest.accepts = Array(repeating: clause, count: ManifestDecoder.maximumClauses)
    let record = BundleRecord(identifier: "a.b", path: "/b", source: .custom, manifest: manifest)
    return Bundle(record, standing: .present, diagnostics: [])
        .evaluate(Request(content: content.outline, types: ContentTypeDatabase()))
}
