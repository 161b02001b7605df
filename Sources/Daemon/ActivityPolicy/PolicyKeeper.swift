// SPDX-License-Identifier: Apache-2.0

import Host
package import StrictJSON

/// Documents kept from former scans, unparsed, so that another version reads them by its own rules.
package struct PolicyKeeper: Hashable, Sendable {
    /// The documents of the last whole policy, by path; nil if none is known.
    package private(set) var whole: [ExactText: JSON.Object]?
    /// Each file's last whole document.
    package private(set) var last: [ExactText: JSON.Object] = [:]
    /// Restrictions read in each broken file since it was last whole; each scan appends new ones.
    package private(set) var closed: [ExactText: [JSON.Object]] = [:]
    /// Whether the person cannot write the keeper's file.
    package let isTrusted: Bool

    package init(isTrusted: Bool = true) {
        self.isTrusted = isTrusted
    }

    /// Learns from a scan that did not lack descriptors or memory.
    package mutating func record(_ scan: PolicyScan) {
        let hidden = Set(scan.names.flatMap(\.hidden).map { ExactText($0) })
        let read = scan.names.flatMap(\.candidates)
        let present = hidden.union(read.map { ExactText($0.path) })
        last = last.filter { present.contains($0.key) }
        closed = closed.filter { present.contains($0.key) }
        for fragment in read {
            let path = ExactText(fragment.path)
            if fragment.isWhole {
                last[path] = fragment.document.object
                closed[path] = nil
            } else {
                let former = closed[path] ?? []
                let new = former.reduce(fragment.closes) { Closings.of($0, without: $1) }
                if !new.members.isEmpty { closed[path] = former + [new] }
            }
        }
        guard scan.incompleteFragments({ last[ExactText($0)] }).isEmpty else { return }
        whole = Dictionary(
            scan.front { _ in nil }.map { (ExactText($0.path), $0.object) }, uniquingKeysWith: { $1 })
        closed = [:]
    }

    package func document(at path: String) -> JSON.Object? { last[ExactText(path)] }

    package var paths: Set<ExactText> {
        Set(last.keys).union(closed.keys).union(whole.map { Set($0.keys) } ?? [])
    }
}

/// File format: each last document under its path, as in earlier versions, and three more members.
///
/// Earlier versions do not understand the whole policy, and carry it along while they learn later documents.
/// So a digest of all other members is stored beside it.
extension PolicyKeeper {
    private static let closedKey = "closing"
    private static let wholeKey = "whole"
    private static let digestKey = "wholeWith"

    package var object: JSON.Object {
        var object = present
        guard let whole else { return object }
        object.set(Self.wholeKey, .object(Self.members(whole)))
        object.set(Self.digestKey, Self.digest(of: present))
        return object
    }

    /// All members except the whole policy and its digest.
    private var present: JSON.Object {
        var object = Self.members(last)
        if !closed.isEmpty { object.set(Self.closedKey, .object(Self.members(closed))) }
        return object
    }

    private static func members(_ values: [ExactText: some JSONWritable]) -> JSON.Object {
        JSON.Object(values.map { ($0.text, $1.json) }.sorted { $0.0 < $1.0 })
    }

    /// The digest is an object, because earlier versions parse each member as a document.
    private static func digest(of object: JSON.Object) -> JSON {
        var digest = SHA256()
        digest.update(JSON.object(object).serialized)
        let digits = digest.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return ["sha256": .string(digits.joined())]
    }

    private static func values<Value: JSONReadable>(
        _ members: [(name: String, value: JSON)]
    ) throws(JSON.Mismatch) -> [ExactText: Value] {
        var values: [ExactText: Value] = [:]
        for (name, value) in members {
            do { values[ExactText(name)] = try Value(json: value) } catch { throw error.beneath(name) }
        }
        return values
    }

    /// - Throws: if this version does not understand a part that could close something, or another version
    ///   has added documents since the whole policy.
    package init(_ object: JSON.Object, isTrusted: Bool, _ layout: PolicyLayout) throws(JSON.Mismatch) {
        self.init(isTrusted: isTrusted)
        let closed: JSON.Object? = try object.read(Self.closedKey)
        let whole: JSON.Object? = try object.read(Self.wholeKey)
        let others = [Self.closedKey, Self.wholeKey, Self.digestKey]
        last = try Self.values(object.members.filter { !others.contains($0.name) })
        self.closed = try Self.values(closed?.members ?? [])
        self.whole = try whole.map { whole throws(JSON.Mismatch) in try Self.values(whole.members) }
        guard object.value(Self.digestKey) == whole.map({ _ in Self.digest(of: present) }) else {
            throw JSON.Mismatch(
                pointer: JSON.pointer(Self.digestKey), expected: "the digest of the other members")
        }
        let documents =
            [Array(last), Array(self.whole ?? [:])] + self.closed.map { path, all in all.map { (path, $0) } }
        for (path, document) in documents.joined() {
            guard let form = layout.form(of: path.text) else {
                throw JSON.Mismatch(
                    pointer: JSON.pointer(path.text), expected: "the path of a file of policy")
            }
            do { try PolicyFragment.check(document, form) } catch { throw error.beneath(path.text) }
        }
    }
}
