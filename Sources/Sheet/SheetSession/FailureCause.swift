// SPDX-License-Identifier: Apache-2.0
//
// A person reads why something failed in their own language, always. An activity's own words stay as they are: what it told
// as its status, or a last sentence on standard error. What tools print there ("curl: (6) …", "/home/ada/a.txt: …") and
// what the daemon says in English help with finding the cause: both stand under Details.

import ActivityInterface
import ActivityModel
import ContentSelection

/// Why something failed: a sentence for the person, and what there is to read beyond it.
struct FailureCause: Hashable, Sendable {
    let reason: String
    let details: String?

    /// The most lines of an activity's output that are shown; the journal has all.
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
        case .notRunning: (reason, details) = (words.unreachable, nil)
        case .disconnected: (reason, details) = (words.brokenOff, nil)
        case .refused(let refusal):
            let told = refusal.reason ?? refusal.name
            switch refusal.name {
            case "ContentChanged": (reason, details) = (words.changed, told)
            case "OptionsUnavailable" where Self.isReadable(told) && !Self.isToolLine(told):
                (reason, details) = (told, nil)
            case "OptionsUnavailable": (reason, details) = (words.nothingOffered, told)
            case "NotApplicable" where refusal.code == Verdict.Code.programMissing.rawValue:
                (reason, details) = (words.lacksProgram, told)
            case "NotApplicable", "NoSuchActivity": (reason, details) = (words.inapplicable, told)
            case "LimitExceeded": (reason, details) = (words.tooMuch, told)
            default: (reason, details) = (words.refusal, told)
            }
        }
    }

    /// How it ended, for want of a word from it.
    private static func ending(_ progress: Sheet.Progress, _ words: Words) -> String {
        if progress.timedOut == true { return words.overdue }
        if isUnknown(progress) { return words.endUnknown }
        if progress.signal != nil { return words.stopped }
        // As shells and systemd say that there is no such program.
        if progress.exitStatus == 127 || progress.exitStatus == 203 { return words.lacksProgram }
        return progress.reason?.isEmpty == false ? words.erred : words.silent
    }

    /// A status is the activity's word on purpose, but for the one with which the daemon replaces it.
    private static func isForPeople(_ reason: String, of progress: Sheet.Progress) -> Bool {
        guard isReadable(reason), progress.timedOut != true, !isUnknown(progress) else { return false }
        return reason == progress.status ? !isException(reason) : !isToolLine(reason)
    }

    /// Whether there is a word in it: "***" is none.
    private static func isReadable(_ line: String) -> Bool { line.contains { $0.isLetter || $0.isNumber } }

    /// The daemon lost sight of it, and says so as its status.
    private static func isUnknown(_ progress: Sheet.Progress) -> Bool {
        progress.exitStatus == nil && progress.signal == nil && progress.status != nil
    }

    /// Whether a path comes first, or the name of the program that says it: "lp: …", "sort: cannot read: …".
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

    /// Python's, of a program that ends by one: "ValueError: …".
    private static func isException(_ line: String) -> Bool {
        let name = line.prefix { $0.isASCII && ($0.isLetter || $0 == "." || $0 == "_") }
        let rest = line[name.endIndex...]
        return (name.hasSuffix("Error") || name.hasSuffix("Exception")) && name.count > 5
            && (rest.isEmpty || rest.hasPrefix(": "))
    }
}
