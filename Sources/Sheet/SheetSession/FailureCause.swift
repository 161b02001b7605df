// SPDX-License-Identifier: Apache-2.0
//
// The reason is in the sheet's language, or in the activity's own words: its status, or the last sentence on
// its standard error. Tools' messages ("curl: (6) …", "/home/ada/a.txt: …") and the daemon's English
// sentences help to find the cause, so they are shown under Details.

import ActivityInterface
import ActivityModel
import ContentSelection

/// The reason for a failure as a sentence, and further text for Details.
struct FailureCause: Hashable, Sendable {
    let reason: String
    let details: String?

    /// Maximum number of lines of an activity's standard error to show; the journal has all.
    private static let detailedLines = 20

    init(reason: String) { (self.reason, details) = (reason, nil) }

    init(_ progress: Sheet.Progress, _ words: Words) {
        let ending = Self.ending(progress, words)
        let own = progress.reason.flatMap { Self.isForPeople($0, of: progress) ? $0 : nil }
        let count = progress.runs.map { words.failed($0.failed, of: $0.all) }
        reason = count.map { [$0, own].compactMap(\.self).joined(separator: " ") } ?? own ?? ending
        let printed = (progress.errors ?? "").split(whereSeparator: \.isNewline).suffix(Self.detailedLines)
        var lines = printed.map { printable(String($0)) }
        if let told = progress.reason, !told.isEmpty, lines.last != told { lines.append(told) }
        if lines == [own] { lines = [] }
        details = lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    init(_ fault: ServiceFault, _ words: Words) {
        switch fault {
        case .notRunning: self.init(reason: words.unreachable)
        case .disconnected: self.init(reason: words.brokenOff)
        case .refused(let error): self.init(error, words)
        }
    }

    private init(_ error: CallError, _ words: Words) {
        switch error {
        case .contentChanged: (reason, details) = (words.changed, "\(error)")
        case .optionsUnavailable(_, let told) where Self.isReadable(told) && !Self.isToolLine(told):
            (reason, details) = (told, nil)
        case .optionsUnavailable(_, let told): (reason, details) = (words.nothingOffered, told)
        case .notApplicable(_, .programMissing, let told): (reason, details) = (words.lacksProgram, told)
        case .notApplicable(_, _, let told): (reason, details) = (words.inapplicable, told)
        case .noSuchActivity: (reason, details) = (words.inapplicable, "\(error)")
        case .limitExceeded: (reason, details) = (words.tooMuch, "\(error)")
        case .invalidContent(_, let told), .invalidAnswer(_, let told), .notPerformable(_, let told),
            .notPermitted(let told), .storageFailed(let told), .outcomeUnknown(let told):
            (reason, details) = (words.refusal, told)
        default: (reason, details) = (words.refusal, "\(error)")
        }
    }

    /// The sentence for the exit status, used if the activity gave no reason of its own.
    private static func ending(_ progress: Sheet.Progress, _ words: Words) -> String {
        if progress.timedOut == true { return words.overdue }
        if isUnknown(progress) { return words.endUnknown }
        if progress.signal != nil { return words.stopped }
        // Shells exit with 127 if a program is missing, systemd with 203.
        if progress.exitStatus == 127 || progress.exitStatus == 203 { return words.lacksProgram }
        return progress.reason?.isEmpty == false ? words.erred : words.silent
    }

    /// Whether the activity wrote the reason for people. A status counts unless it is a Python exception, any
    /// other reason unless it looks like a tool's message; the daemon's own reasons never count.
    private static func isForPeople(_ reason: String, of progress: Sheet.Progress) -> Bool {
        guard isReadable(reason), progress.timedOut != true, !isUnknown(progress) else { return false }
        return reason == progress.status ? !isException(reason) : !isToolLine(reason)
    }

    /// Whether the line contains a letter or a digit, unlike "***".
    private static func isReadable(_ line: String) -> Bool { line.contains { $0.isLetter || $0.isNumber } }

    /// Whether the daemon lost track of the activity, which it reports as the status.
    private static func isUnknown(_ progress: Sheet.Progress) -> Bool {
        progress.exitStatus == nil && progress.signal == nil && progress.status != nil
    }

    /// Whether the line begins with a path, a lowercase program name or a Python exception: "lp: …", "sort:
    /// cannot read: …".
    private static func isToolLine(_ line: String) -> Bool {
        guard !line.hasPrefix("/"), !isException(line) else { return true }
        guard let colon = line.firstIndex(of: ":"), line[colon...].hasPrefix(": ") else { return false }
        let name = line[..<colon]
        return !name.isEmpty
            && name.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "._+-/".utf8.contains($0)
                }
            }
    }

    /// Whether the line looks like an uncaught Python exception: "ValueError: …".
    private static func isException(_ line: String) -> Bool {
        let name = line.prefix { $0.isASCII && ($0.isLetter || $0 == "." || $0 == "_") }
        let rest = line[name.endIndex...]
        return (name.hasSuffix("Error") || name.hasSuffix("Exception")) && name.count > 5
            && (rest.isEmpty || rest.hasPrefix(": "))
    }
}
