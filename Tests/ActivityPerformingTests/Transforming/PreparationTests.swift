// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import TestSupport
import Testing

@testable import ActivityPerforming

/// Prepares when there is no systemd.
struct PreparationTests {
    /// Where a file system hangs, people are told which one.
    @Test func thePlaceOfEachItemIsNoted() throws {
        let (rig, client) = (try PerformerRig(), RecordingClient())
        let path = rig.scratch("a.txt")
        Files.write(path, "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        try rig.prepare("true", of: item, for: client)
        #expect(rig.disk.noted == [path, rig.performer.copies.path])
        try rig.turn { client.outcome != nil }
        #expect(client.outcome?.reason == "One made nothing.")
    }

    /// The largest replies are not held for those that may come.
    @Test func endsThatTakeMuchRoomGiveWayToLaterOnes() throws {
        let rig = try PerformerRig()
        let path = rig.scratch("a.txt")
        Files.write(path, "one")
        let item = Item(Representation(type: "text/plain", uri: LocalPath.uri(of: path)))
        var units: [String] = []
        for number: UInt8 in 0..<3 {
            let client = RecordingClient()
            try rig.prepare(
                "cp \(path) $(ls -td \(rig.performer.copies.path)/*/0 | head -n 1)", of: item,
                caption: String(repeating: "x", count: 6 << 20),
                key: [number], for: client)
            try rig.turn { client.outcome != nil }
            #expect(client.outcome?.result == .success)
            units.append(client.outcome?.progress.unit ?? "")
        }
        let known = units.map { unit in
            let client = RecordingClient()
            rig.performer.follow(unit, client)
            return client.outcome != nil
        }
        #expect(known == [false, true, true])
    }
}

extension PerformerRig {
    /// Has a transform change the item, whose program the script is.
    fileprivate func prepare(
        _ script: String, of item: Item, caption: String? = nil, key: [UInt8] = [],
        for client: RecordingClient
    ) throws {
        let (_, bundle) = try request {
            ($0.transform, $0.perform) = (Transform(), .exec(["sh", "-c", script]))
        }
        var request = PreparationRequest(
            try Content([item]), caption: caption, subject: nil, [.init(bundle, answers: [:])],
            inspector: nil,
            locale: nil, elections: Elections(), types: ContentTypeDatabase(), key: key)
        request.programs = ["/bin/sh"]
        performer.prepare(request, for: client)
    }
}
