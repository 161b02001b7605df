// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import SheetSession
import Testing

@Suite("Why something failed, as a person reads it")
struct FailureTests {
    private static func failure(_ change: (inout Sheet.Progress) -> Void) -> SheetFailure? {
        var state = Sheets.listing([Sheets.save], locale: "de_DE.UTF-8")
        var progress = Sheets.progress(.finished, result: .failure)
        change(&progress)
        _ = state.apply(.choose(Sheets.save.identifier, activationToken: nil), .progress(progress))
        return state.failure
    }

    @Test("What ends without a word gets a sentence in the person's language")
    func silent() {
        let endings: [((inout Sheet.Progress) -> Void, String)] = [
            ({ $0.exitStatus = 1 }, "Es endete mit einem Fehler, ohne zu sagen, mit welchem."),
            ({ $0.exitStatus = 127 }, "Ein Programm, das dafür gebraucht wird, fehlt."),
            ({ $0.signal = "SIGKILL" }, "Es wurde abgebrochen."),
            ({ $0.status = "How it ended is not known." }, "Wie es ausging, ist nicht bekannt."),
        ]
        for (change, sentence) in endings { #expect(Self.failure(change)?.reason == sentence) }
    }

    @Test("A timeout says so, whatever it was about to do; the daemon's words are under Details")
    func overdue() {
        let failure = Self.failure {
            ($0.signal, $0.timedOut) = ("SIGTERM", true)
            ($0.status, $0.reason) = ("It took longer than it may.", "It took longer than it may.")
        }
        #expect(failure?.reason == "Es hat zu lange gedauert.")
        #expect(failure?.details == "It took longer than it may.")
    }

    @Test(
        "What a tool prints stands under Details",
        arguments: [
            "curl: (6) Could not resolve host: nas", "lp: Error - no default destination",
            "/home/ada/Downloads: No space left on device", "json.JSONDecodeError: Expecting value",
            "KeyError", "./share.sh: line 3: zip: not found",
        ])
    func tools(line: String) {
        let failure = Self.failure {
            ($0.exitStatus, $0.reason, $0.errors) = (1, line, "Uploading\n\(line)\n")
        }
        #expect(failure?.reason == "Es endete mit einem Fehler.")
        #expect(failure?.details == "Uploading\n\(line)")
    }

    @Test("An exception that ends a program stands under Details, as its status too")
    func exception() {
        let line = "ValueError: it is no JSON"
        let failure = Self.failure { ($0.exitStatus, $0.status, $0.reason) = (1, line, line) }
        #expect(failure?.reason == "Es endete mit einem Fehler.")
        #expect(failure?.details == line)
    }

    @Test(
        "A line without a word is no reason, and stands under Details",
        arguments: [(nil, "***"), (nil, "…"), ("—", "—")] as [(String?, String)])
    func wordless(status: String?, line: String) {
        let failure = Self.failure { ($0.exitStatus, $0.status, $0.reason) = (1, status, line) }
        #expect(failure?.reason == "Es endete mit einem Fehler.")
        #expect(failure?.details == line)
    }

    @Test(
        "An activity's own words stay as they are",
        arguments: [
            (nil, "The printer is out of paper."), (nil, "Fehler: kein Papier"), (nil, "Error: no paper"),
            ("lpd: out of paper", "lpd: out of paper"),
        ] as [(String?, String)])
    func words(status: String?, reason: String) {
        let failure = Self.failure { ($0.exitStatus, $0.status, $0.reason) = (1, status, reason) }
        #expect(failure?.reason == reason)
    }

    @Test("A line on standard error that stands for an item's name as the status is read as such a line")
    func namedItem() {
        let line = "curl: (6) Could not resolve host: nas"
        let failure = Self.failure { ($0.exitStatus, $0.status, $0.reason) = (1, "photo.jpg", line) }
        #expect(failure?.reason == "Es endete mit einem Fehler.")
        #expect(failure?.details == line)
    }

    @Test(
        "The number of failed programs is given in the person's language, before the activity's words",
        arguments: [
            ("Kein Papier.", "Fehlgeschlagen: 2 von 3. Kein Papier.", nil),
            ("lp: no paper", "Fehlgeschlagen: 2 von 3.", "lp: no paper"),
            (nil, "Fehlgeschlagen: 2 von 3.", nil),
        ] as [(String?, String, String?)])
    func several(told: String?, reason: String, details: String?) {
        let failure = Self.failure {
            ($0.exitStatus, $0.reason, $0.runs) = (1, told, .init(failed: 2, all: 3))
        }
        #expect(failure?.reason == reason)
        #expect(failure?.details == details)
    }

    @Test("What is printed cannot take the page")
    func flood() {
        let flood = (1...1000).map { "line \($0)\u{1B}[0m" }.joined(separator: "\n")
        let failure = Self.failure { ($0.exitStatus, $0.reason, $0.errors) = (1, "zip: broken", flood) }
        let lines = failure?.details?.split(separator: "\n") ?? []
        #expect(lines.count == 21)
        #expect(!(failure?.details?.contains("\u{1B}") ?? true))
    }

    @Test(
        "What the daemon says, and that it says nothing, is told in the person's language",
        arguments: [
            (.notRunning, "Der Dienst für Aktivitäten antwortet nicht.", nil),
            (.disconnected, "Die Verbindung zum Dienst für Aktivitäten ist abgebrochen.", nil),
            (
                .refused(
                    .notApplicable(identifier: "save", code: .tooLarge, reason: "It is too large.")),
                "Hierfür lässt es sich nicht mehr verwenden.", "It is too large."
            ),
            (
                .refused(
                    .notApplicable(
                        identifier: "save", code: .programMissing, reason: "exiftool is not installed.")),
                "Ein Programm, das dafür gebraucht wird, fehlt.", "exiftool is not installed."
            ),
            (
                .refused(.limitExceeded(limit: "items", maximum: 9)), "Das ist zu viel auf einmal.",
                #"io.activityd.Sheet.LimitExceeded {"limit":"items","maximum":9}"#
            ),
            (
                .refused(.notPerformable(identifier: "save", reason: "Install bubblewrap.")),
                "Der Dienst für Aktivitäten hat es abgelehnt.", "Install bubblewrap."
            ),
        ] as [(ServiceFault, String, String?)])
    func daemon(fault: ServiceFault, reason: String, details: String?) {
        var state = Sheets.listing([Sheets.save], locale: "de")
        _ = state.apply(.choose(Sheets.save.identifier, activationToken: nil), .lost(fault))
        #expect(state.failure?.reason == reason)
        #expect(state.failure?.details == details)
    }

    @Test("An answer that the daemon refuses is refused in the person's language")
    func refusedAnswer() {
        var state = Sheets.listing([Sheets.post], locale: "de")
        _ = state.apply(
            .choose(Sheets.post.identifier, activationToken: nil), .type(field: "server", "a"),
            .submit(activationToken: nil),
            .lost(.refused(.invalidAnswer(field: "count", reason: "\"3\" is none."))))
        #expect(state.form?.faults == ["count": "Eine Zahl eingeben, etwa 1024 oder 1,5"])
    }
}
