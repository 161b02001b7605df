// SPDX-License-Identifier: Apache-2.0
//
// What a policy file said before it broke. A typing error in the admin's elections must not unlock what they lock:
// as a bundle's last good version serves on, so does a file's. It is kept over restarts, since an idle daemon ends
// and the next one starts with the broken file. A person's daemon goes by what the system scope's keeps as well, which
// serves a person who logs in after a file broke, and cannot be changed by one who would unlock something. Where what was
// kept cannot be read, a file that broke may have said anything.

package import Host
import StrictJSON

/// The last version that could be used of each of a few files, by path.
package final class LastGood {
    private let file: StateFile
    /// The versions that this scope's daemons have seen; for a person's daemon, those that it has seen itself.
    private var versions: Versions
    /// The system scope's file, for a person's daemon, and the versions in it.
    private let system: StateFile?
    private var inherited: Versions = [:]
    /// Restrictions that files have named since they were whole; in a person's daemon also those that an earlier one kept, which the
    /// person may have changed.
    private var closing: Versions
    private var inheritedClosing: Versions = [:]
    private var isChanged = false
    /// Why what was kept cannot be read; nil where it can be, or nothing was kept.
    private(set) var fault: String?
    /// Whether this look has met a file that broke, and it is not known what that said.
    private var isDoubted = false
    /// The present contents of the files.
    let files: StateFileCache

    /// - Parameters:
    ///   - folder: the scope's state folder.
    ///   - isPersons: whether it is a person's, which other users cannot read.
    ///   - system: the system scope's state folder.
    init(
        folder: String, isPersons: Bool, system: String? = nil, files: StateFileCache = StateFileCache()
    ) {
        self.files = files
        file = StateFile(path: folder + Self.name, audience: isPersons ? .owner : .everybody)
        self.system = system.map { StateFile(path: $0 + Self.name, audience: .everybody, isReadOnly: true) }
        let own = StateFile(path: file.path, audience: file.audience, isReadOnly: true)
        let kept = Self.read(own, own.content())
        closing = isPersons ? kept.whole.merging(kept.closing) { .closing([$0, $1]) } : kept.closing
        versions = isPersons ? [:] : kept.whole
        // A person can take away what is the person's, so that one only ever closes.
        fault = isPersons ? nil : kept.fault
        isChanged = fault != nil
        beginLook()
    }

    /// Has files read again where they have changed, and what the system scope's daemon keeps meanwhile.
    func beginLook() {
        files.beginLook()
        isDoubted = false
        guard let system else { return }
        (inherited, inheritedClosing, fault) = Self.read(system, files.content(of: system))
    }

    /// The paths of files that decide as well and change elsewhere.
    var watched: [String] { system.map { [$0.path] } ?? [] }

    private static let name = "/last-good.json"
    /// The member that holds what only closes; the others are named by paths.
    private static let closingKey = "closing"

    /// Last good versions keyed by the files' paths.
    private typealias Versions = [ExactText: JSON.Object]

    /// Reads what was kept. A file has no version here if a part of that is no object, which is a fault.
    private static func read(
        _ file: StateFile, _ content: StateFile.Content
    ) -> (whole: Versions, closing: Versions, fault: String?) {
        var broken: Set<ExactText> = []
        func versions(_ object: JSON.Object?) -> Versions {
            var versions: Versions = [:]
            for (name, value) in object?.members ?? [] {
                if case .object(let version) = value {
                    versions[ExactText(name)] = version
                } else {
                    broken.insert(ExactText(name))
                }
            }
            return versions
        }
        let closingKey = ExactText(closingKey)
        var whole = versions(content.object)
        let closing = versions(whole.removeValue(forKey: closingKey))
        whole = broken.contains(closingKey) ? [:] : whole.filter { !broken.contains($0.key) }
        let fault = broken.map(\.text).min().map { "\(file.path): an object is expected under \"\($0)\"." }
        return (whole, closing, file.problem(with: content) ?? fault)
    }

    /// A file's last good version; nil where it never could be used, as far as is known.
    func version(of file: StateFile) -> JSON.Object? {
        versions[ExactText(file.path)] ?? inherited[ExactText(file.path)]
    }

    /// Restrictions beside that. The system scope's version may be older or newer than what this daemon has seen.
    func restrictions(of file: StateFile) -> [JSON.Object] {
        let path = ExactText(file.path)
        let known = versions[path]
        return [closing[path], inheritedClosing[path], known == nil ? nil : inherited[path]]
            .compactMap { $0 }.filter { $0 != known }
    }

    /// Whether a file of which no version is known may have said anything.
    func mayHaveSaidMore() -> Bool {
        isDoubted = isDoubted || fault != nil
        return fault != nil
    }

    /// This daemon's knowledge of a file.
    typealias Known = (whole: JSON.Object?, closing: JSON.Object?)

    func known(of file: StateFile) -> Known {
        (versions[ExactText(file.path)], closing[ExactText(file.path)])
    }

    func keep(_ known: Known, of file: StateFile) {
        guard self.known(of: file) != known else { return }
        (versions[ExactText(file.path)], closing[ExactText(file.path)]) = known
        isChanged = true
    }

    /// Has what a whole file says count as its last good version; nil for one that is gone.
    func keep(_ object: JSON.Object?, of file: StateFile) { keep((object, nil), of: file) }

    func close(_ part: JSON.Object, of file: StateFile) {
        guard !part.members.isEmpty else { return }
        let former = known(of: file)
        keep((former.whole, .closing([former.closing, part].compactMap { $0 })), of: file)
    }

    /// The names of the files in `folder` that have a version.
    func names(in folder: String) -> [String] {
        let beginning = (folder + "/").utf8
        return Set([versions, inherited, closing, inheritedClosing].flatMap(\.keys)).map(\.text)
            .filter { $0.utf8.starts(with: beginning) }.map { Folder.split($0).name }.sorted()
    }

    /// Forgets the files in `folders` but for `paths`: the others have been taken away.
    func forget(in folders: [String], but paths: [String]) {
        let (folders, kept) = (Set(folders.map { ExactText($0) }), Set(paths.map { ExactText($0) }))
        func isGone(_ path: ExactText) -> Bool {
            folders.contains(ExactText(Folder.split(path.text).folder)) && !kept.contains(path)
        }
        let count = versions.count + closing.count
        versions = versions.filter { !isGone($0.key) }
        closing = closing.filter { !isGone($0.key) }
        isChanged = isChanged || versions.count + closing.count != count
    }

    private var document: JSON.Object {
        func members(_ versions: Versions) -> [(name: String, value: JSON)] {
            versions.map { ($0.text, .object($1)) }.sorted { $0.name < $1.name }
        }
        let closing = closing.isEmpty ? [] : [(Self.closingKey, JSON.object(JSON.Object(members(closing))))]
        return JSON.Object(members(versions) + closing)
    }

    /// Writes them down where one is new.
    ///
    /// Called before a policy is in force: it may break at once.
    ///
    /// - Throws: where they cannot be written, or another daemon writes in the same folder; the next call tries again.
    package func save() throws(StorageError) {
        // An unreadable file stays until nothing depends on it.
        guard isChanged, !isDoubted else { return }
        try file.replaceIfFree(document)
        isChanged = false
        if system == nil { fault = nil }
    }
}
