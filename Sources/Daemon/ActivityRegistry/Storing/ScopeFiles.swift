// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPolicy
import Host
import StrictJSON

/// The files of one name in which the scopes store settings: the system's, and in the user scope the
/// person's too.
struct ScopeFiles {
    let system: StateFile
    let person: StateFile?
    /// The key that the daemon writes; each file is named after it.
    let key: String

    init(_ path: SearchPath, key: String, limit: Int = StateFile.maximumBytes) {
        let own = path.stateFolders.first ?? ""
        func file(_ folder: String, _ audience: StateFile.Audience) -> StateFile {
            StateFile(path: "\(folder)/\(key).json", audience: audience, limit: limit)
        }
        system = file(path.stateFolders.last ?? own, .everybody)
        person = path.scope == .user ? file(own, .owner) : nil
        self.key = key
    }

    /// The files of stars, with the size limit of settings files.
    static func stars(_ path: SearchPath) -> ScopeFiles {
        ScopeFiles(path, key: SettingKey.starredKey, limit: PolicyReader.maximumBytes)
    }

    var own: StateFile { person ?? system }
    var paths: [String] { [system.path] + (person.map { [$0.path] } ?? []) }

    private var form: PolicyFragment.Form {
        key != ElectionDocument.key ? .list(key) : person == nil ? .elections : .personalElections
    }

    /// The present content of the scope's own file; `corrupt` if it does not have the expected form.
    private func content() -> StateFile.Content {
        let content = own.content()
        guard let object = content.object else { return content }
        let fragment = PolicyFragment(own.path, form, JSON.object(object).serialized)
        return fragment.object == nil ? .corrupt(reason: fragment.sentences[0]) : content
    }

    // MARK: Lists

    func list(_ files: FragmentCache) -> [String] { files.fragment(own, form)?.identifiers ?? [] }

    /// Replaces the list in the scope's own file, durably. An empty list removes the key, and the file if no
    /// other key is left.
    ///
    /// - Parameter confirm: called after the write; if it throws, the former file is restored.
    func replace(
        _ identifiers: [String], confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let content = content()
        var root = content.object ?? JSON.Object()
        let value = identifiers.isEmpty ? JSON?.none : identifiers.json
        guard identifiers.isEmpty || root.value(key) != value else { return try confirm() }
        root.set(key, value)
        guard !root.members.isEmpty else { return try own.remove(content, confirm: confirm) }
        try own.write(root, over: content, confirm: confirm)
    }

    // MARK: Elections

    /// The election of an identifier in the scope's own file; nil if there is none.
    ///
    /// - Parameter known: the file's last known content, used if the file is unusable now.
    func election(
        of identifier: String, _ files: FragmentCache, known: @autoclosure () -> JSON.Object?
    ) -> AdminElection? {
        guard let fragment = files.fragment(own, form) else { return nil }
        return (fragment.object ?? known()).flatMap {
            ElectionDocument($0, isPersons: person != nil).entries[identifier]
        }
    }

    /// Writes an election to the scope's own file, durably. `default` without a lock removes the entry.
    ///
    /// - Parameters:
    ///   - known: the file's last known content, used if the file is unusable now.
    ///   - confirm: called after the write; if it throws, the former file is restored.
    /// - Throws: `storage`, `tooLarge`, and errors of `confirm`.
    func elect(
        _ identifier: String, _ election: AdminElection, known: @autoclosure () -> JSON.Object? = nil,
        confirm: () throws(StorageError) -> Void = {}
    ) throws(StorageError) {
        let content = content()
        let root = Self.root(content, known())
        let changed = Self.setting(identifier, to: election, in: root)
        guard changed != root else { return try confirm() }
        try own.write(changed, over: content, confirm: confirm)
    }

    func document(
        electing identifier: String, _ election: AdminElection, known: @autoclosure () -> JSON.Object?
    ) -> JSON.Object {
        Self.setting(identifier, to: election, in: Self.root(content(), known()))
    }

    private static func root(
        _ content: StateFile.Content, _ known: @autoclosure () -> JSON.Object?
    ) -> JSON.Object {
        if case .corrupt = content, let known = known() { return known }
        return content.object ?? JSON.Object()
    }

    private static func setting(
        _ identifier: String, to election: AdminElection, in root: JSON.Object
    ) -> JSON.Object {
        let value = election == AdminElection(.default) ? JSON?.none : election.json
        return ElectionDocument.setting(identifier, to: value, in: root)
    }
}
