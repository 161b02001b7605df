// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import Systemd
import TestSupport
import Testing

@testable import ActivityPerforming

/// Inspections when there is no systemd.
struct InspectionRunTests {
    @Test func whatIsInsideIsKnownInTime() throws {
        let rig = try PerformerRig()
        var (found, failures) = ([Inspection](), [String]())
        rig.performer.onFailure = { _, sentence in failures.append(sentence) }
        let script = #"printf '0\tlocation\tBern\n0\tend\n'"#
        let cases = [
            (script, 60_000_000), (script + "; sleep 1000", 4_000_000), ("sleep 1000; " + script, 0),
        ]
        for (index, (script, time)) in cases.enumerated() {
            let look = try rig.inspect(script, before: Clock.sinceBoot + time) { found.append($0) }
            try withExtendedLifetime(look) { try rig.turn { found.count > index } }
            try rig.turn { rig.performer.performances.isEmpty }
        }
        #expect(found.map(\.unread) == [[], [], [0]])
        #expect(found.map(\.facts.count) == [1, 1, 0])
        #expect(failures == ["It had not ended in two seconds.", "It had not ended in two seconds."])
        // A person's own calls do not queue up behind it.
        #expect(Set(rig.disk.requesters) == [.inquiry])
        #expect(rig.scratch.names("activityd/performs").isEmpty)
    }

    @Test(
        arguments: [
            (#"printf '0\tend\n'; exit 3"#, [], "It failed with exit status 3."),
            (#"printf '0\tend\n'; kill -SEGV $$"#, [], "It was ended by SIGSEGV."),
            ("true", [0], nil),
            (
                #"printf '0\tend\nwell\n'"#, [0],
                "It printed a line of another form, so that no item counts as looked into."
            ),
            (#"printf '0\tend\n'; yes "$(printf '0\ttime\tx')" | head -c 3000000"#, [0], "It printed a line"),
        ] as [(String, [Int], String?)])
    func anInspectorIsBelievedAsFarAsItHasEnded(
        _ script: String, _ unread: [Int], _ failure: String?
    ) throws {
        let rig = try PerformerRig()
        var (found, failures) = (Inspection?.none, [String]())
        rig.performer.onFailure = { _, sentence in failures.append(sentence) }
        let look = try rig.inspect(script) { found = $0 }
        try withExtendedLifetime(look) { try rig.turn { found != nil } }
        #expect(found?.unread == unread)
        #expect(failures.count == (failure == nil ? 0 : 1))
        if let failure { #expect(failures.first?.hasPrefix(failure) == true, "\(failures)") }
    }

    @Test func ofMuchOutputTheBeginningCounts() throws {
        let rig = try PerformerRig()
        var found: Inspection?
        let script =
            #"printf '0\ttime\tx\n0\tend\n'; exec yes "$(printf '0')" | tr -d '\n' | head -c 3000000"#
        let look = try rig.inspect(script) { found = $0 }
        try withExtendedLifetime(look) { try rig.turn { found != nil } }
        #expect(found?.unread == [] && found?.facts.count == 1)
    }

    /// There is no bubblewrap, and it runs nowhere else.
    @Test func withoutASandboxNothingIsLookedInto() throws {
        let rig = try PerformerRig()
        var (found, failures) = (Inspection?.none, [String]())
        rig.performer.onFailure = { _, sentence in failures.append(sentence) }
        let look = try rig.inspect(#"printf '0\tend\n'"#, writes: []) { found = $0 }
        try withExtendedLifetime(look) { try rig.turn { found != nil } }
        #expect(found?.unread == [0])
        #expect(failures.count == 1 && failures.first?.hasSuffix("Install bubblewrap.") == true)
    }

    @Test func aLookThatIsLetGoOfEnds() throws {
        let rig = try PerformerRig()
        var look: InspectionRun? = try rig.inspect("exec sleep 98765") { _ in Issue.record("answered") }
        try rig.turn { rig.performer.performances.values.contains { $0.hasName } }
        withExtendedLifetime(look) {}
        look = nil
        try rig.turn { rig.performer.performances.isEmpty }
    }
}

extension PerformerRig {
    /// Has the item looked into by a program, which the script is.
    fileprivate func inspect(
        _ script: String, writes: [PerformOptions.Folder]? = nil, before end: Int? = nil,
        then: @escaping (Inspection) -> Void
    ) throws -> InspectionRun {
        let (request, bundle) = try request {
            ($0.isInspector, $0.perform) = (true, .exec(["sh", "-c", script]))
            $0.performOptions.writes = writes
        }
        let asked = InspectionRequest(request.content, caption: nil, subject: nil, locale: nil)
        let job = try asked.job(of: bundle, timeout: 60_000_000)
        let look = performer.makeInspectionRun(asked.itemIndexes, by: bundle, before: end, then: then)
        look.begin(job, program: "/bin/sh")
        return look
    }
}
