// SPDX-License-Identifier: Apache-2.0
//
// A file is read and parsed once, into a fragment: what it says, what of that closes, and what is wrong with it, with line and
// column. Everything else (the policy in force, reports, what is kept for later) is made of fragments, without a disk.
//
// A file is whole if nothing in it that is not understood could close anything. Keys that begin with "x-" are notes.

import ActivityModel
package import StrictJSON

/// A document of policy, with the lines of its entries where they are known.
package struct PolicyDocument: Hashable, Sendable {
    package let path: String
    package let object: JSON.Object
    package var lines: [ExactText: Int] = [:]

    package init(path: String, object: JSON.Object, lines: [ExactText: Int] = [:]) {
        (self.path, self.object, self.lines) = (path, object, lines)
    }
}

/// Something in a file that cannot be used.
package struct PolicyFault: Hashable, Sendable {
    /// Both from 1; the column counts bytes. Nil where the fault is the whole file's.
    package var line: Int?
    package var column: Int?
    package let sentence: String

    /// Longer sentences, which name what a file holds, are cut in the middle. In Unicode scalars.
    private static let (beginning, end) = (400, 200)

    init(line: Int? = nil, column: Int? = nil, sentence: String) {
        (self.line, self.column) = (line, column)
        let scalars = sentence.unicodeScalars
        guard scalars.count > Self.beginning + Self.end else {
            self.sentence = sentence
            return
        }
        self.sentence = String(scalars.prefix(Self.beginning)) + " … " + String(scalars.suffix(Self.end))
    }
}

/// One file, or one folder of masks, as it was read.
package struct PolicyFragment: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case settings, elections
        /// A person's elections, which close nothing.
        case personalElections
        /// A list of identifiers under this key, which closes nothing.
        case list(String)
        /// The documents that a daemon has kept of former looks.
        case state

        package var key: String? {
            switch self {
            case .settings, .state: nil
            case .elections, .personalElections: ElectionDocument.key
            case .list(let key): key
            }
        }
    }

    package let path: String
    package let form: Form
    /// The file's content; nil if it is no object of the form.
    package private(set) var object: JSON.Object?
    package private(set) var faults: [PolicyFault] = []
    package private(set) var isWhole = true
    package private(set) var isMask = false
    /// Whether another user, or another time, could read it.
    package private(set) var isUnknown = false
    /// The entries that close something, and each part that could not be read, which closes all that it might have.
    package private(set) var closes = JSON.Object()
    /// Lines of its keys, or of the keys of its elections.
    private var lines: [ExactText: Int] = [:]

    package static let masksKey = "masks"
    /// Faults that are named with their places.
    private static let maximumFaults = 16

    package var document: PolicyDocument {
        PolicyDocument(path: path, object: object ?? JSON.Object(), lines: lines)
    }

    /// A link to /dev/null.
    package init(mask path: String, _ form: Form) {
        (self.path, self.form, object, isMask) = (path, form, JSON.Object(), true)
    }

    /// A folder of bundles and the names of the masks in it.
    package init(masksIn path: String, names: [String]) {
        (self.path, form) = (path, .settings)
        object = JSON.Object([(Self.masksKey, names.json)])
    }

    /// A file or folder that cannot be read.
    package init(_ path: String, _ form: Form, fault sentence: String, isUnknown: Bool) {
        (self.path, self.form, self.isUnknown) = (path, form, isUnknown)
        faults = [PolicyFault(sentence: sentence)]
        isWhole = closesNothing
    }

    package init(_ path: String, _ form: Form, _ bytes: [UInt8]) {
        (self.path, self.form) = (path, form)
        do throws(JSON.SyntaxError) {
            read(try JSON(parsing: bytes), bytes)
        } catch {
            let remedy = error.remedy.map { " \($0)" } ?? ""
            faults = [
                PolicyFault(
                    line: error.line, column: error.column,
                    sentence: "It is not JSON: \(error.reason).\(remedy)")
            ]
            isWhole = false
        }
        if closesNothing { isWhole = true }
    }

    private var closesNothing: Bool {
        switch form {
        case .settings, .elections: false
        case .personalElections, .list, .state: true
        }
    }

    private mutating func read(_ json: JSON, _ bytes: [UInt8]) {
        guard case .object(let object) = json else {
            return refuse("An object is expected at the top, not \(json.typeName).", at: "", in: bytes)
        }
        var reading = FragmentReading()
        switch form {
        case .settings: reading.readSettings(object)
        case .elections, .personalElections:
            reading.readElections(object, isPersons: form == .personalElections)
        case .list(let key): reading.readList(object, key)
        case .state: break
        }
        if let reason = reading.misshapen {
            return refuse(reason, at: form.key.map(JSON.pointer) ?? "", in: bytes)
        }
        self.object = object
        (isWhole, closes) = (reading.isWhole, reading.closes)
        let places = LineTable(bytes)
        faults = reading.faults.prefix(Self.maximumFaults).map { pointer, sentence in
            let extent = JSON.extent(of: pointer, in: bytes, isName: true)
            let (line, column) = places.place(of: extent?.lowerBound ?? 0)
            return PolicyFault(line: line, column: column, sentence: sentence)
        }
        let others = reading.faults.count - Self.maximumFaults
        if others > 0 { faults.append(PolicyFault(sentence: "\(others) more entries have such faults.")) }
        readLines(object, bytes, places)
    }

    private mutating func refuse(_ reason: String, at pointer: String, in bytes: [UInt8]) {
        let extent = JSON.extent(of: pointer, in: bytes)
        let (line, column) = LineTable(bytes).place(of: extent?.lowerBound ?? 0)
        faults = [PolicyFault(line: line, column: column, sentence: reason)]
        isWhole = false
    }

    private mutating func readLines(_ root: JSON.Object, _ bytes: [UInt8], _ places: LineTable) {
        if case .state = form { return }
        var (object, pointer) = (root, "")
        if form == .elections, case .object(let elections)? = root.value(ElectionDocument.key) {
            (object, pointer) = (elections, JSON.pointer(ElectionDocument.key))
        }
        for (name, extent) in zip(object.names, JSON.extentsOfNames(of: pointer, in: bytes)) {
            lines[ExactText(name)] = places.place(of: extent.lowerBound).line
        }
    }
}

extension PolicyFragment {
    /// Its faults, each with the file and the place in it.
    package var sentences: [String] {
        faults.map { fault in
            let place = fault.line.map { ":\($0):\(fault.column ?? 1)" } ?? ""
            return fault.sentence.contains(path) ? fault.sentence : "\(path)\(place): \(fault.sentence)"
        }
    }

    /// The identifiers of a list that can be used.
    package var identifiers: [String] {
        guard let key = form.key, let list: [String] = try? object?.read(key) else { return [] }
        return IdentifierList(list).used
    }
}

/// Offsets of a text's lines.
private struct LineTable {
    private let starts: [Int]

    init(_ bytes: [UInt8]) {
        starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    func place(of offset: Int) -> (line: Int, column: Int) {
        var (low, high) = (0, starts.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return (low + 1, offset - starts[low] + 1)
    }
}

/// A list of identifiers, each once.
package struct IdentifierList {
    package private(set) var used: [String] = []
    /// The entries that are no identifiers, or repeat one.
    package private(set) var unused: [String] = []

    package init(_ list: [String]) {
        var seen: Set<String> = []
        for identifier in list {
            if Identifier.isValid(identifier), seen.insert(identifier).inserted {
                used.append(identifier)
            } else {
                unused.append(identifier)
            }
        }
    }

    package var faults: [String] { unused.map { "\"\($0)\" is not an identifier, or appears twice." } }
}

/// The parts of an object that are understood, and those that are not.
private struct FragmentReading {
    var faults: [(pointer: String, sentence: String)] = []
    var closes = JSON.Object()
    var isWhole = true
    /// Why the object has not the form at all.
    var misshapen: String?

    mutating func readSettings(_ object: JSON.Object) {
        for (name, value) in object.members where !ElectionDocument.isNote(name) {
            let pointer = JSON.pointer(name)
            guard let key = SettingKey(name) else {
                isWhole = false
                faults.append((pointer, SettingKey.unknown(name)))
                continue
            }
            var values = SettingValues()
            let problems = key.read(value, &values)
            faults += problems.map { (pointer, $0) }
            if let closing = key.closing(value) { closes.set(name, closing) }
            if key.closes, !problems.isEmpty { isWhole = false }
        }
    }

    mutating func readElections(_ object: JSON.Object, isPersons: Bool) {
        if let value = object.value(ElectionDocument.key) {
            guard case .object = value else {
                return misshapen = "An object is expected under \"elections\", not \(value.typeName)."
            }
        }
        let document = ElectionDocument(object, isPersons: isPersons)
        (faults, isWhole) = (document.faults, document.faults.isEmpty)
        closes = document.closing
    }

    mutating func readList(_ object: JSON.Object, _ key: String) {
        for name in object.names where !name.isExactly(key) && !ElectionDocument.isNote(name) {
            faults.append(
                (JSON.pointer(name), "Nothing reads the key \"\(name)\". \([key].advice(on: name))"))
        }
        do throws(JSON.Mismatch) {
            let list: [String] = try object.read(key) ?? []
            faults += IdentifierList(list).faults.map { (JSON.pointer(key), $0) }
        } catch {
            misshapen = "It does not hold a list of identifiers: \(error)."
        }
    }
}
