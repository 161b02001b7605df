// SPDX-License-Identifier: Apache-2.0
//
// A file is read and parsed once, into a fragment: its content, its closings, and its faults with line and
// column. The policy in force, the reports and the kept documents are all made of fragments, without a disk.
//
// A file is whole if the daemon understands every part that could close something. Keys that begin with "x-"
// are notes.

import ActivityModel
package import StrictJSON

/// A position in a text; both numbers count from 1, and the column counts bytes.
package struct TextPosition: Hashable, Sendable {
    package let line: Int
    package let column: Int
}

/// A policy document, with the positions of its entries if they are known.
package struct PolicyDocument: Hashable, Sendable {
    package let path: String
    package var object: JSON.Object
    package var positions: [ExactText: TextPosition] = [:]
}

/// One file, or one folder of masks, as read.
package struct PolicyFragment: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case settings, elections
        /// The names of the masks in a folder of bundles.
        case masks
        /// A person's own files, which are not policy.
        case personalSettings, personalElections
        /// A list of identifiers under this key; it closes nothing.
        case list(String)
        /// The documents that a daemon has kept from former scans.
        case state

        /// Whether a file of this form can close anything.
        var isPolicy: Bool { [.settings, .elections, .masks].contains(self) }
    }

    package let path: String
    package let form: Form
    /// The file's content; nil if it is not an object of the form.
    package private(set) var object: JSON.Object?
    /// Sentences about the faults, each with file and position.
    package private(set) var sentences: [String] = []
    /// The path that the first fault is about: the file's, or that of a folder above it.
    let subject: String
    package private(set) var isWhole = true
    package private(set) var isMask = false
    /// Whether the content is unknown although another user, or a later scan, could read it.
    package private(set) var isUnknown = false
    /// The entries that close something; an unreadable part closes everything that it could have closed.
    package private(set) var closes = JSON.Object()
    /// Positions of the file's keys, or of the keys of its elections.
    private var positions: [ExactText: TextPosition] = [:]

    package static let masksKey = "masks"
    /// Most faults to report with their positions.
    private static let maximumFaults = 16

    /// Whether the fragment counts by itself.
    package var isUsed: Bool { isWhole && object != nil }

    package var document: PolicyDocument {
        PolicyDocument(path: path, object: object ?? JSON.Object(), positions: positions)
    }

    /// A link to /dev/null.
    package init(mask path: String, _ form: Form) {
        (self.path, subject, self.form, object, isMask) = (path, path, form, JSON.Object(), true)
    }

    /// A folder of bundles, with the names of its masks.
    package init(masksIn path: String, names: [String]) {
        (self.path, subject, form) = (path, path, .masks)
        object = JSON.Object([(Self.masksKey, names.json)])
    }

    /// Checks a document that a daemon, perhaps of a newer version, has kept from a whole file.
    ///
    /// - Throws: if this version would not call the file whole.
    static func check(_ object: JSON.Object, _ form: Form) throws(JSON.Mismatch) {
        let reading = FragmentReading(.object(object), form)
        guard !reading.isWhole, let fault = reading.faults.first else { return }
        throw JSON.Mismatch(pointer: fault.pointer, expected: "an entry that this version understands")
    }

    /// A file or folder that cannot be read.
    ///
    /// - Parameter subject: the path that the sentence names; nil if it names none.
    package init(
        _ path: String, _ form: Form, fault sentence: String, about subject: String? = nil, isUnknown: Bool
    ) {
        (self.path, self.subject, self.form, self.isUnknown) = (path, subject ?? path, form, isUnknown)
        addFault(sentence, after: subject == nil ? path + ": " : "")
        isWhole = !form.isPolicy
    }

    package init(_ path: String, _ form: Form, _ bytes: [UInt8]) {
        (self.path, subject, self.form) = (path, path, form)
        do throws(JSON.SyntaxError) {
            read(try JSON(parsing: bytes), bytes)
        } catch {
            let remedy = error.remedy.map { " \($0)" } ?? ""
            let position = TextPosition(line: error.line, column: error.column)
            addFault("It is not JSON: \(error.reason).\(remedy)", after: prefix(position))
            isWhole = false
        }
        if !form.isPolicy { isWhole = true }
    }

    private mutating func read(_ json: JSON, _ bytes: [UInt8]) {
        let (reading, lines) = (FragmentReading(json, form), LineTable(bytes))
        (isWhole, object) = (reading.isWhole, reading.object)
        if !isWhole, let object { closes = Closings.of(object, form) }
        for (pointer, sentence) in reading.faults.prefix(Self.maximumFaults) {
            let extent = JSON.extent(of: pointer, in: bytes, isName: true)
            addFault(sentence, after: prefix(lines.position(of: extent?.lowerBound ?? 0)))
        }
        let others = reading.faults.count - Self.maximumFaults
        if others > 0 { addFault("\(others) more entries have such faults.", after: path + ": ") }
        if let object { readPositions(object, bytes, lines) }
    }

    /// Scalars kept at the beginning and end of a long sentence, which is cut in the middle: it may quote the
    /// file's content.
    private static let (beginning, end) = (400, 200)

    private mutating func addFault(_ sentence: String, after prefix: String) {
        let scalars = sentence.unicodeScalars
        let isLong = scalars.count > Self.beginning + Self.end
        let text =
            isLong
            ? String(scalars.prefix(Self.beginning)) + " … " + String(scalars.suffix(Self.end)) : sentence
        sentences.append(prefix + text)
    }

    private func prefix(_ position: TextPosition) -> String {
        "\(path):\(position.line):\(position.column): "
    }

    private mutating func readPositions(_ root: JSON.Object, _ bytes: [UInt8], _ lines: LineTable) {
        if case .state = form { return }
        var (object, pointer) = (root, "")
        if form == .elections, case .object(let elections)? = root.value(ElectionDocument.key) {
            (object, pointer) = (elections, JSON.pointer(ElectionDocument.key))
        }
        for (name, extent) in zip(object.names, JSON.extentsOfNames(of: pointer, in: bytes)) {
            positions[ExactText(name)] = lines.position(of: extent.lowerBound)
        }
    }
}

extension PolicyFragment {
    package var identifiers: [String] {
        guard case .list(let key) = form, let list: [String] = try? object?.read(key) else { return [] }
        return IdentifierList(list).used
    }
}

private struct LineTable {
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    func position(of offset: Int) -> TextPosition {
        var (low, high) = (0, starts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return TextPosition(line: low + 1, column: offset - starts[low] + 1)
    }
}

/// A list of identifiers without duplicates.
package struct IdentifierList {
    package private(set) var used: [String] = []
    /// Faults of entries that are not identifiers, or are repeated.
    private(set) var faults: [SettingKey.InvalidValue] = []

    package init(_ list: [String]) {
        var seen: Set<String> = []
        for (index, identifier) in list.enumerated() {
            if Identifier.isValid(identifier), seen.insert(identifier).inserted {
                used.append(identifier)
            } else {
                faults.append(("/\(index)", "\"\(identifier)\" is not an identifier, or appears twice."))
            }
        }
    }
}

/// The understood parts of a file, and the faults of the others.
private struct FragmentReading {
    /// The content; nil if the file does not have the form at all.
    private(set) var object: JSON.Object?
    private(set) var faults: [SettingKey.InvalidValue] = []
    private(set) var isWhole = true

    init(_ json: JSON, _ form: PolicyFragment.Form) {
        guard case .object(let object) = json else {
            refuse("An object is expected at the top, not \(json.typeName).", at: "")
            return
        }
        self.object = object
        switch form {
        case .settings: readSettings(object, isPersons: false)
        case .personalSettings: readSettings(object, isPersons: true)
        case .elections: readElections(object, isPersons: false)
        case .personalElections: readElections(object, isPersons: true)
        case .masks: readMasks(object)
        case .list(let key): readList(object, key)
        case .state: break
        }
    }

    private mutating func refuse(_ reason: String, at pointer: String) {
        (object, faults, isWhole) = (nil, [(pointer, reason)], false)
    }

    private mutating func readSettings(_ object: JSON.Object, isPersons: Bool) {
        var values = SettingValues()
        for (name, value) in object.members where !ElectionDocument.isNote(name) {
            let key = SettingKey(name, ofPerson: isPersons)
            let problems = key?.read(value, &values) ?? [SettingKey.unknown(name)]
            faults += problems
            if key?.closes != false, !problems.isEmpty { isWhole = false }
        }
    }

    private mutating func readElections(_ object: JSON.Object, isPersons: Bool) {
        if let value = object.value(ElectionDocument.key), (try? JSON.Object(json: value)) == nil {
            let reason = "An object is expected under \"elections\", not \(value.typeName)."
            return refuse(reason, at: JSON.pointer(ElectionDocument.key))
        }
        faults = ElectionDocument(object, isPersons: isPersons).faults
        isWhole = faults.isEmpty
    }

    private mutating func readMasks(_ object: JSON.Object) {
        let key = PolicyFragment.masksKey
        for name in object.names where !name.isExactly(key) {
            faults.append(SettingKey.unread(name, besides: [key]))
        }
        if (try? [String](json: object.value(key) ?? .null)) == nil {
            faults.append((JSON.pointer(key), "A list of names is expected under \"\(key)\"."))
        }
        isWhole = faults.isEmpty
    }

    private mutating func readList(_ object: JSON.Object, _ key: String) {
        for name in object.names where !name.isExactly(key) && !ElectionDocument.isNote(name) {
            faults.append(SettingKey.unread(name, besides: [key]))
        }
        do throws(JSON.Mismatch) {
            let list: [String] = try object.read(key) ?? []
            faults += IdentifierList(list).faults.map { (JSON.pointer(key) + $0.pointer, $0.sentence) }
        } catch {
            refuse("It does not hold a list of identifiers: \(error).", at: error.pointer)
        }
    }
}
