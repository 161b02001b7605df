// SPDX-License-Identifier: Apache-2.0
//
// The daemon exits when it is idle, usually between two sheets. So the programs' output is stored in the
// session's memory, `$XDG_RUNTIME_DIR/activityd/targets.json`, for the daemon that the next sheet starts:
//
//     {"targets": [{"identifier": …, "path": …, "locale": …, "types": […],
//                   "printed": "a1\tPixel 9\tphone\t\n…"}],
//      "numbered": [{"path": …, "labels": {"a1": "Pixel 9 (2)"}}]}

import ActivityModel
import ActivityRegistry
import Host
import StrictJSON

/// Targets that programs have printed, keyed by request.
struct TargetMemory: Sendable {
    /// Maximum requests to remember: a person shares a few kinds of content through a few activities.
    private static let maximum = 64

    /// Ordered by the time of the output, oldest first.
    private var known: [(question: TargetQuestion, targets: KnownTargets)] = []
    /// Numbered labels of targets, keyed by the bundle's path and the target's value. A target keeps its
    /// number for all content, even if the other target of its name is missing, and after a restart of the
    /// daemon.
    private var numbered: [ExactText: [ExactText: String]] = [:]

    /// The targets for a request; nil until the program has printed them.
    subscript(question: TargetQuestion) -> KnownTargets? {
        get { known.last { $0.question == question }?.targets }
        set {
            known.removeAll { $0.question == question }
            if let newValue { known.append((question, newValue)) }
            if known.count > Self.maximum { known.removeFirst() }
            keepNumbers(of: newValue, for: question.path)
        }
    }

    /// Targets to show before the program has finished: if it has never run for this request, its targets for
    /// other types, since a phone that accepts a picture accepts a text.
    func targets(for question: TargetQuestion) -> KnownTargets {
        if let targets = self[question] { return targets }
        let other = known.last { $0.question.path == question.path && $0.question.locale == question.locale }
        return other?.targets.things ?? KnownTargets()
    }

    func numbered(for question: TargetQuestion) -> [ExactText: String] { numbered[question.path] ?? [:] }

    private mutating func keepNumbers(of targets: KnownTargets?, for path: ExactText) {
        var labels = (targets?.numbered ?? [:]).merging(numbered[path] ?? [:]) { new, _ in new }
        // Otherwise a program that prints new targets each time would fill the memory with numbers.
        if labels.count > KnownTargets.maximum {
            let values = Set(
                known.filter { $0.question.path == path }.flatMap {
                    $0.targets.all.map { ExactText($0.value) }
                })
            labels = labels.filter { values.contains($0.key) }
        }
        numbered[path] = labels
        let paths = Set(known.map(\.question.path))
        numbered = numbered.filter { paths.contains($0.key) && !$0.value.isEmpty }
    }

    func contains(_ target: TargetName) -> Bool {
        known.contains {
            $0.question.identifier == target.identifier && $0.targets.index(ofValue: target.value) != nil
        }
    }

    /// Removes the targets of some activities.
    ///
    /// - Returns: whether there were any.
    mutating func removeAll(where isForgotten: (_ identifier: String) -> Bool) -> Bool {
        let count = known.count
        known.removeAll { isForgotten($0.question.identifier) }
        let paths = Set(known.map(\.question.path))
        numbered = numbered.filter { paths.contains($0.key) }
        return known.count < count
    }

    // MARK: The file

    private static let maximumBytes = 1 << 20

    /// Reads the file; a malformed file counts as empty, and malformed entries are skipped. Call on the
    /// disk's thread, as `save`.
    init(readingFrom path: String) {
        guard let bytes = try? AtomicFile.read(path, limit: Self.maximumBytes),
            case .object(let object)? = try? JSON(parsing: bytes),
            case .array(let entries)? = object.value("targets")
        else { return }
        let kept: [LabelNumbers] = (try? object.read("numbered")) ?? []
        numbered = Dictionary(kept.map { (ExactText($0.path), $0.labels) }) { first, _ in first }
        for entry in entries.suffix(Self.maximum) {
            guard let question = TargetQuestion(entry), case .object(let object) = entry,
                let printed: String = try? object.read("printed"),
                let options = try? FormField.options(printed: printed, isDirect: true)
            else { continue }
            self[question] = KnownTargets().updated(
                by: options, numbered: numbered(for: question), Collator(locale: nil))
        }
    }

    init() {}

    /// Writes the file with the newest targets, up to half of `maximumBytes`, and the numbers if they fit
    /// into the other half.
    func save(to path: String) {
        var (entries, bytes): ([JSON], Int) = ([], 0)
        for (question, targets) in known.reversed() {
            let entry = question.json(printed: targets.printed)
            bytes += entry.serialized.count
            guard bytes < Self.maximumBytes / 2 else { break }
            entries.append(entry)
        }
        let numbers = numbered.map { LabelNumbers(path: $0.key.text, labels: $0.value) }
        let kept = numbers.json.serialized.count < Self.maximumBytes / 2 ? numbers : []
        let content = JSON.object(
            JSON.Object([("targets", .array(entries.reversed())), ("numbered", kept.json)]))
        // If writing fails, the next sheet starts without targets, as after a login.
        try? AtomicFile.write(content.serialized, to: path, mode: 0o600, folderMode: 0o700)
    }
}

/// The numbered labels of one bundle's targets, keyed by value.
private struct LabelNumbers: JSONObjectConvertible {
    let path: String
    let labels: [ExactText: String]

    init(path: String, labels: [ExactText: String]) { (self.path, self.labels) = (path, labels) }

    init(_ object: JSON.Object) throws(JSON.Mismatch) {
        path = try object.read("path")
        let labels: [String: String] = try object.read("labels")
        self.labels = Dictionary(labels.map { (ExactText($0), $1) }) { first, _ in first }
    }

    var object: JSON.Object {
        .withoutNulls([
            "path": path, "labels": Dictionary(labels.map { ($0.text, $1) }) { first, _ in first },
        ])
    }
}

extension TargetQuestion {
    fileprivate init?(_ json: JSON) {
        guard case .object(let object) = json, let identifier: String = try? object.read("identifier"),
            let path: String = try? object.read("path"), let types: [String] = try? object.read("types")
        else { return nil }
        let locale: String? = try? object.read("locale")
        self.init(
            identifier: identifier, path: ExactText(path), locale: locale.flatMap { LocaleTag($0) },
            types: types)
    }

    fileprivate func json(printed: String) -> JSON {
        .object(
            JSON.Object.withoutNulls([
                "identifier": identifier.json, "path": path.text.json, "locale": (locale?.description).json,
                "types": types.json, "printed": printed.json,
            ]))
    }
}
