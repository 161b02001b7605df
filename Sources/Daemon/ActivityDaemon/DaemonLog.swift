// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPerforming
import ActivityRegistry
import Systemd

/// The daemon's log messages, with fields and a message ID that the catalog
/// (systemd/catalog/activityd.catalog) explains. They never contain the content that a person shares, unless
/// an activity prints it.
extension Journal {
    enum MessageID {
        static let started = "d645a19c8a984fc08bedb82f4d926764"
        static let bundleRejected = "a8593c9dc1cd41a782abb45e6d603c0b"
        static let bundleWarning = "03f33ed89f60495c8e2ae0b6b21bfd83"
        static let reloaded = "608553f433f64024857bae19e24a8540"
        static let stateProblem = "c6f92750afd140f6a68a5a102d6162ac"
        static let drawingFailed = "b4d28653b4d046b0a3c5538b388af481"
        static let ended = "282a72274e3341569765081535b2d57e"
        static let startFailed = "74ba8b2630b8434dbad129eb24d486a0"
        static let configurationProblem = "7c44130aaf664131a477be84c8048958"
        static let connectionRefused = "70141801b49f4ab4be19d9f88686a332"
        static let performed = "5a5c3b8e0f774b6c9a4a6f1d7c0e2b93"
        static let notReloaded = "3a1f6c2e9d7b4e08a5c49b1d0e6f7a82"
        static let stalled = "8e0b54e3b3bd4f6b9a3e8f0d5f7c1a26"
        static let disconnected = "0d1a7f3bb05d4c0a9c3ab5a3a6a1c2de"
        static let slowCall = "6f2f0a1d9e8b4b6f8d7a4f7f0c9be451"
        static let called = "b7c6e1f0f5a84b12a0e3c86ad2f4a917"
        static let generatorProblem = "9d0f6a3c51b84e7fa2c7e8b4d6130f95"
        static let changed = "5d5c06d6f2b64d0f8a3c5e0a4e7b1f90"
        static let changeRefused = "e2a4b7c1903d4f6e8b5a7d2c6f18e3b4"
        static let policyChanged = "6870644c42194d7cbc83fdf709b1f98b"
        static let unwatched = "fc75ebbe7ed5402d9c2dfd25460b093e"
    }

    func registry(_ message: RegistryMessage) {
        switch message {
        case .problem(let sentence): problem(sentence)
        case .bundle(let bundle): self.bundle(bundle)
        case .policy(let sentence, let path, let line): policy(sentence, path, line)
        case .step(let sentence): log(.debug, sentence)
        }
    }

    private func policy(_ sentence: String, _ path: String?, _ line: Int?) {
        let fields: KeyValuePairs<String, String> =
            switch (path, line) {
            case (let path?, let line?): ["POLICY_FILE": path, "POLICY_LINE": "\(line)"]
            case (let path?, nil): ["POLICY_FILE": path]
            case (nil, _): [:]
            }
        log(.notice, printable(sentence), id: MessageID.policyChanged, fields)
    }

    private func bundle(_ bundle: Bundle) {
        for diagnostic in bundle.diagnostics {
            let isError = diagnostic.severity == .error
            log(
                isError ? .warning : .info,
                printable("\(bundle.origin): \(diagnostic.rule.rawValue): \(diagnostic.message)"),
                id: isError ? MessageID.bundleRejected : MessageID.bundleWarning,
                ["ACTIVITY_ID": bundle.identifier, "BUNDLE": bundle.path, "RULE": diagnostic.rule.rawValue])
        }
    }

    func performed(_ identifier: String, _ end: PerformanceEnd) {
        let unit = end.outcome.progress.unit
        ended(identifier, unit, end.outcome)
        if let errors = end.outcome.errors { printed(identifier, unit, errors) }
        if let fault = end.fault { problem("The result of \(unit) is kept in memory alone: \(fault)") }
    }

    private func ended(_ identifier: String, _ unit: String, _ outcome: Outcome) {
        let result = outcome.result.rawValue
        let end = outcome.signal ?? outcome.exitStatus.map { "exit status \($0)" }
        let sentence = "\(identifier): \(result)" + (end.map { ", \($0)" } ?? "")
        log(
            outcome.result == .failure ? .notice : .info,
            sentence + (outcome.reason.map { ": \($0)" } ?? "."), id: MessageID.performed,
            ["ACTIVITY_ID": identifier, "UNIT": unit, "RESULT": result])
    }

    /// Logs an activity's standard error as one entry, never longer than the stored output.
    /// `journalctl --user -u` shows it among systemd's messages about the unit.
    private func printed(_ identifier: String, _ unit: String, _ errors: String) {
        var text = errors[...]
        while text.last?.isNewline == true { text.removeLast() }
        log(.info, String(text), as: identifier, ["ACTIVITY_ID": identifier, "USER_UNIT": unit])
    }

    /// Logs a problem. Control characters are escaped, so that names and values cannot begin a line.
    func problem(_ sentence: String, id: String = MessageID.stateProblem) {
        log(.warning, printable(sentence), id: id)
    }

    /// Logs the reason why the daemon could not start or had to end.
    package func startFailed(_ error: any Error) {
        log(.err, "\(error)", id: MessageID.startFailed)
    }
}

extension Bundle {
    /// The path for people. If a generator made the bundle, the original file comes first, since its author
    /// knows only that.
    fileprivate var origin: String { manifest.origin.map { "\($0) (\(path))" } ?? path }
}
