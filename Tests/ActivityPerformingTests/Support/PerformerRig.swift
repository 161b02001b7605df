// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

final class RecordingClient: PerformClient {
    let caller = DiskCaller(.client(uid: 1), bytes: 0)
    private(set) var isListening = true
    var onLeave: (() -> Void)?
    /// The events received, as text.
    private(set) var told: [String] = []
    private(set) var unit = ""
    private(set) var outcome: Outcome?
    private(set) var refusal: PerformRefusal?

    func notify(_ event: PerformEvent) {
        switch event {
        case .started(let progress): (unit, told) = (progress.unit, told + ["started"])
        case .progressed: told.append("progressed")
        case .finished(let outcome): (self.outcome, told) = (outcome, told + ["finished"])
        case .running(let performs): told.append("running \(performs.map(\.title))")
        case .cancelled: told.append("cancelled")
        case .refused(let refusal, let identifier):
            (self.refusal, told) = (refusal, told + ["refused \(identifier)"])
        }
    }

    func leave() {
        isListening = false
        onLeave?()
    }
}

/// A performer with temporary folders.
final class PerformerRig {
    static let identifier = "org.example.one"
    let scratch = Scratch()
    let loop: EventLoop
    let disk = HeldDisk()
    let performer: Performer

    init(maximumRunning: Int = ProgramLimits.all) throws {
        loop = try EventLoop()
        let settings = PerformerSettings(
            runtimeFolder: scratch.path, home: "/", configurationFolder: scratch("configuration"),
            cacheFolder: scratch("cache/activityd"), activityStates: scratch("states"),
            environment: ["PATH": "/usr/bin:/bin"], isService: false,
            sandboxProgram: "activity-sandbox", findProgram: { _ in nil }, handOverTime: 60_000_000,
            maximumRunning: maximumRunning)
        performer = Performer(loop, disk, settings)
    }

    func perform(
        _ script: String, of item: Item? = nil, by program: String = "/bin/sh", for client: RecordingClient
    ) throws {
        let (request, bundle) = try request(item) { $0.perform = .exec(["sh", "-c", script]) }
        let job = try PerformJob(
            request, of: bundle, elections: Elections(), types: ContentTypeDatabase())
        performer.perform(job, program: program, for: client)
    }

    /// Asks for a form with one field, whose options the script prints.
    func ask(_ script: String, _ then: @escaping (Result<[FormField], PerformRefusal>) -> Void) throws {
        let (request, bundle) = try request {
            $0.form = [
                FormField(
                    id: "one", label: "One", labels: [:], kind: .choice, options: [],
                    optionsExec: ["sh", "-c", script], defaultAnswer: nil, isRequired: true, hint: nil)
            ]
        }
        let inquiry = try FormInquiry(
            request, of: bundle, elections: Elections(), types: ContentTypeDatabase())
        performer.complete(inquiry, programs: ["/bin/sh"], for: RecordingClient().caller, then: then)
    }

    func request(
        _ item: Item? = nil, _ change: (inout Manifest) -> Void
    ) throws -> (PerformRequest, Bundle) {
        var manifest = Manifest()
        manifest.identifier = Self.identifier
        manifest.title = "One"
        manifest.accepts = [Manifest.Clause(types: [.anything])]
        change(&manifest)
        let record = BundleRecord(
            identifier: Self.identifier, path: scratch.path, source: .custom,
            manifest: manifest)
        let request = PerformRequest(
            content: try Content([item ?? Item(Representation(type: "text/plain", text: "a"))]),
            answers: [:],
            locale: nil, activationToken: nil, isTrial: false)
        return (request, Bundle(record, standing: .present, diagnostics: []))
    }

    func turn(until condition: () -> Bool) throws {
        let disk = disk
        try #require(
            loop.turn {
                disk.answer()
                return condition()
            })
    }
}
