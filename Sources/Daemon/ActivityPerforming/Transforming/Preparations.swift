// SPDX-License-Identifier: Apache-2.0
//
// A person turns a switch on, off and on again, and a sheet requests the same copies each time. So finished
// and completely inspected copies are reused as long as the given files and the copies are unchanged, by
// inode, size and times (FileStamp.swift). Copies of content with folders are never reused, since a folder's
// own times do not show changes inside it. Unfinished copies are not shared between clients, since the client
// that asked for them may cancel them.

import ActivityModel
import Host

final class Preparations {
    /// Maximum outcomes to remember for later requests; the oldest are dropped.
    private static let maximumEnded = 32
    /// Maximum bytes of the remembered outcomes together: two of the longest replies.
    private static let maximumBytes = 16 << 20

    private struct Ended {
        let unit: String
        let token: String
        let key: PreparationRequest.Key
        /// The stamps of the given files; nil if the copies cannot be reused.
        let stamps: [FileStamp]?
        /// The stamps of the copies; nil if the Prepare failed, or if its inspection is incomplete.
        let copies: [FileStamp]?
        let outcome: Outcome

        /// Approximate bytes of memory that the outcome and the stamps occupy.
        var bytes: Int {
            FileStamp.memory(of: (stamps ?? []) + (copies ?? []))
                + (outcome.preparation?.content?.memory ?? 0)
        }
    }

    private let copies: SharedCopies
    private var running: [Preparation] = []
    private var ended: [Ended] = []

    init(_ copies: SharedCopies) { self.copies = copies }

    var isPending: Bool { !running.isEmpty }

    func prepare(_ request: PreparationRequest, for client: any PerformClient, by performer: Performer) {
        let key = request.key
        let known = ended.last { $0.key == key && $0.stamps != nil }
        performer.disk.proceed(for: client.caller, at: copies.path) { [copies] reportPath in
            let stamps = FileStamp.all(of: request.content.items, reportPath)
            let given = stamps ?? FileStamp.present(of: request.content.items, reportPath)
            reportPath(copies.path)
            // A program that received a copy may have written to it.
            let made = (known?.outcome.preparation?.content?.items).flatMap(copies.stamps)
            guard let known, made != nil, known.stamps == stamps, known.copies == made,
                copies.hasRecord(known.token)
            else { return (stamps: stamps, given: given, isThere: false) }
            copies.retain(known.token)
            return (stamps: stamps, given: given, isThere: true)
        } then: { [weak self, weak performer] found in
            guard let self, let performer else { return }
            switch found {
            case .failure(let refusal): client.notify(.refused(PerformRefusal(refusal), of: ""))
            case .success(let found):
                if found.isThere, let known { return client.notify(.finished(known.outcome)) }
                begin(request, key, found.stamps, found.given, for: client, by: performer)
            }
        }
    }

    private func begin(
        _ request: PreparationRequest, _ key: PreparationRequest.Key, _ stamps: [FileStamp]?,
        _ given: [FileStamp],
        for client: any PerformClient, by performer: Performer
    ) {
        if running.count >= ProgramLimits.prepares { running.first(where: \.isLeft)?.cancel() }
        guard running.count(where: { !$0.isCancelled }) < ProgramLimits.prepares else {
            return client.notify(.refused(.limitExceeded("copies", ProgramLimits.prepares), of: ""))
        }
        let preparation = Preparation(request, given, performer, copies)
        running.append(preparation)
        preparation.onEnd = {
            [weak self, weak performer, unit = preparation.unit, token = preparation.token]
            outcome, copies in
            guard let self else { return }
            running.removeAll { $0.token == token }
            ended.append(
                Ended(
                    unit: unit, token: token, key: key,
                    stamps: copies == nil ? nil : stamps, copies: copies, outcome: outcome))
            removeOld()
            if let performer, !performer.isPending { performer.onIdle?() }
        }
        preparation.follow(client)
        preparation.begin()
    }

    private func removeOld() {
        var bytes = ended.reduce(0) { $0 + $1.bytes }
        while ended.count > Self.maximumEnded || bytes > Self.maximumBytes {
            bytes -= ended.removeFirst().bytes
        }
    }

    /// Sends a client the progress and outcome of a Prepare.
    ///
    /// - Returns: whether the unit is known.
    func follow(_ unit: String, _ client: any PerformClient) -> Bool {
        if let running = running.first(where: { $0.unit == unit }) {
            running.follow(client)
        } else if let ended = ended.last(where: { $0.unit == unit }) {
            client.notify(.finished(ended.outcome))
        } else {
            return false
        }
        return true
    }

    /// - Returns: whether the unit is known.
    func cancel(_ unit: String, for client: any PerformClient) -> Bool {
        let running = running.first { $0.unit == unit }
        guard running != nil || ended.contains(where: { $0.unit == unit }) else { return false }
        running?.cancel()
        client.notify(.cancelled)
        return true
    }
}

extension Performer {
    /// Runs the transforms. Progress is reported as for Perform; the last event carries the new content.
    package func prepare(_ request: PreparationRequest, for client: any PerformClient) {
        preparations.prepare(request, for: client, by: self)
    }
}
