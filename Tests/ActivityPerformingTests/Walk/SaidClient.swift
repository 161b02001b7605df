// SPDX-License-Identifier: Apache-2.0

import Host
import TestSupport

@testable import ActivityPerforming

/// A client of a walk.
final class SaidClient: PerformClient {
    enum Call: Equatable {
        case perform, list
        case follow(String), cancel(String)
    }

    let call: Call
    let caller = DiskCaller(.client(uid: 1), bytes: 0)
    private(set) var isListening = true
    var onLeave: (() -> Void)?
    /// Whether its daemon has not been killed.
    var isConnected = true
    /// Whether the main process had ended, or may have, before the cancel reached it.
    var hadEnded = false
    private(set) var unit = ""
    private(set) var outcome: Outcome?
    private(set) var refusal: PerformRefusal?
    private(set) var finalEvents = 0
    private(set) var misdeeds: [String] = []

    init(_ call: Call) { self.call = call }

    /// Whether the client has had its last event, or will have none.
    var isDone: Bool { finalEvents > 0 || !isListening || !isConnected }

    func notify(_ event: PerformEvent) {
        if !isConnected { misdeeds.append("a killed daemon speaks") }
        if finalEvents > 0 { misdeeds.append("told \(event) after the last event") }
        switch event {
        case .started(let progress), .progressed(let progress): unit = progress.unit
        case .finished(let outcome):
            if call == .perform, unit.isEmpty { misdeeds.append("told the end before the start") }
            (self.outcome, unit) = (outcome, outcome.progress.unit)
            finalEvents += 1
        case .running, .cancelled: finalEvents += 1
        case .refused(let refusal, _):
            self.refusal = refusal
            finalEvents += 1
        }
    }

    func leave() {
        isListening = false
        onLeave?()
    }
}
