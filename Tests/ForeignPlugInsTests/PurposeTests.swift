// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import TestSupport
import Testing

@testable import ForeignPlugIns

/// Purpose's plug-ins, and the protocol that they speak.
struct PurposeTests {
    private let scratch = Scratch()
    private static let plugIn = Translation.forms + "/kpackage/Purpose/org.example.upload"
    private static let input = Array("{\"items\":[{\"type\":\"image/png\"}]}".utf8)

    private func session(_ type: String, _ program: String = plugIn + "/contents/code/main.py")
        -> PurposeSession?
    {
        PurposeSession(
            [program, type, Self.plugIn + "/metadata.json", "file:///tmp/a%20b.png"], input: Self.input)
    }

    @Test func aPlugInIsDescribedAsPurposeShowsIt() throws {
        let translation = try Translation("purpose", data: Translation.forms, scratch)
        let identifier = "purpose.org_2Eexample_2Eupload"
        #expect(translation.text(identifier, "title") == "\"Upload\"")
        #expect(translation.text(identifier, "titles") == #"{"de":"Hochladen"}"#)
        #expect(translation.text(identifier, "category") == "\"share\"")
        #expect(translation.text(identifier, "requires") == #"{"programs":["sh"]}"#)
        #expect(translation.text(identifier, "accepts") == #"[{"types":["image/png","image/jpeg"],"min":1}]"#)
    }

    @Test func aScriptedPlugInIsPerformed() {
        #expect(session("Export")?.perform() == true)
    }

    @Test func aPlugInThatFailsOrSaysNothingFails() {
        #expect(session("Broken")?.perform() == false)
        #expect(session("Export", "/bin/false")?.perform() == false)
        #expect(session("Export", "/nowhere")?.perform() == false)
        #expect(PurposeSession(["a", "b", "c"], input: []) == nil)
    }

    @Test func reportsAreReadLineByLine() {
        var report = PurposeReport()
        for line in [
            "{\"percent\":30}", "no JSON", "{\"output\":{\"url\":\"https://example.org\"}}",
            "{\"percent\":900}",
        ] {
            report.read(Array(line.utf8)[...])
        }
        #expect(report.progress == 1)
        #expect(report.url == "https://example.org")
    }

    @Test(arguments: [
        (["image/png", "image/gif"], "image/*"), (["text/plain"], "text/plain"), (["a/b", "c/d"], "*/*"),
    ])
    func severalFilesHaveWhatTheyHaveInCommon(_ types: [String], _ common: String) {
        let items = types.map { "{\"type\":\"\($0)\"}" }.joined(separator: ",")
        #expect(PurposeRequest(uris: [], request: Array("{\"items\":[\(items)]}".utf8)).mimeType == common)
    }

    /// As in plug-ins of Qt 5.15 and Qt 6.8.
    @Test(arguments: ["QTMETADATA !\u{0}\u{5}\u{F}\u{0}", "qt-project!\u{0}\u{1}\u{6}\u{8}\u{1}"])
    func librariesSayWhatTheyAre(_ mark: String) throws {
        let map: [UInt8] =
            [0xBF, 0x02, 0x61, 0x78, 0x04] + CBOR.encoded(["KPlugin": ["Name": "E-mail"]]) + [0xFF]
        let metadata = try #require(
            CompiledPlugIns.metadata(in: Array("QTMETADATA ! is a mark\0\(mark)".utf8) + map + [0, 0]))
        #expect(PurposeMetadata(metadata, fallbackName: "x").title.text == "E-mail")
        #expect(CompiledPlugIns.metadata(in: Array(mark.utf8)) == nil)
    }

    @Test func valuesComeBackFromCBOR() {
        let value: JSON = [
            "a": [1, -70_000, "ü", true, nil, 1.5], "b": .string(String(repeating: "x", count: 300)),
        ]
        #expect(CBOR.decode(CBOR.encoded(value)[...]) == value)
        // Lists and maps whose end is marked.
        #expect(
            CBOR.decode([0xBF, 0x02, 0x9F, 0x01, 0xFF, 0x61, 0x61, 0xF4, 0xFF]) == ["2": [1], "a": false])
        for bytes: [UInt8] in [
            [0x9F, 0x01], [0xBF, 0x02, 0xFF], [], [0x9A, 0xFF, 0xFF, 0xFF, 0xFF], [0x7B], [0xBF],
            Array(repeating: 0x81, count: 99),
        ] {
            #expect(CBOR.decode(bytes[...]) == nil)
        }
    }
}
