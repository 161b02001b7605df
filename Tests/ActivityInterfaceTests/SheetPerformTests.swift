// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing
import Varlink

@testable import ActivityInterface

/// Perform requests and their progress, as they travel.
struct SheetPerformTests {
    @Test func aRequestTravelsAsItIs() throws {
        var request = Sheet.PerformRequest(
            identifier: "org.example.resize", content: [Item(.init(type: "image/png", uri: "file:///a"))])
        #expect(
            request.json == [
                "identifier": "org.example.resize", "content": [["type": "image/png", "uri": "file:///a"]],
            ])
        request.answers = ["width": "10"]
        request.locale = "de"
        request.activationToken = "t"
        request.bundle = "/b"
        #expect(try Sheet.PerformRequest(json: request.json) == request)
    }

    @Test func progressTravelsAsItIs() throws {
        var progress = Sheet.Progress(state: .started, unit: "u.service")
        #expect(progress.json == ["state": "started", "unit": "u.service"])
        progress.state = .finished
        progress.fraction = 0.5
        progress.status = "s"
        progress.result = .cancelled
        progress.exitStatus = 3
        progress.signal = "SIGTERM"
        progress.output = "o"
        progress.reason = "r"
        progress.made = [.init(type: "image/png", uri: "file:///a")]
        #expect(try Sheet.Progress(json: progress.json) == progress)
    }

    /// Handlers' replies conform to the interface, whichever members are set.
    @Test func progressFitsTheInterface() throws {
        let sheet = try Interfaces.load().sheet
        var progress = Sheet.Progress(state: .running, unit: "u.service")
        for method in ["Perform", "Follow"] {
            try sheet.check(reply: progress.object, of: method)
        }
        (progress.fraction, progress.result, progress.exitStatus) = (1, .success, 0)
        try sheet.check(reply: progress.object, of: "Perform")
    }
}
