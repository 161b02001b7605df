// SPDX-License-Identifier: Apache-2.0

/// Bundles by the types in their clauses, so that the cost of a request depends on the matching bundles and
/// not on all registered ones.
///
/// The index only excludes; `Bundle.evaluate` decides the rest. Every listed activity accepts an item, so its
/// clauses name one of the content's types. An activity that must accept all items names a type of each item,
/// including the item that the fewest activities accept.
package struct TypeIndex: Sendable {
    private var takingAll = PatternIndex()
    private var takingAny = PatternIndex()

    package init(_ bundles: some Sequence<Bundle>) {
        for (index, bundle) in bundles.enumerated() {
            let accepts = bundle.manifest.accepts
            switch bundle.manifest.match {
            case .all: takingAll.add(accepts, index)
            case .any: takingAny.add(accepts, index)
            }
        }
    }

    /// The indices of all bundles that may be listed for a request, ascending.
    package func candidates(_ request: Request) -> [Int] {
        var indices = takingAny.indices(request.names) + takingAll.indices(rarest(request))
        indices.sort()
        var last = -1
        return indices.compactMap { index in
            defer { last = index }
            return index == last ? nil : index
        }
    }

    /// The names of the item that the fewest `match: all` bundles accept.
    private func rarest(_ request: Request) -> [TypeNames] {
        guard request.names.count > 1 else { return request.names }
        let counts = request.names.map { takingAll.count([$0]) }
        let items = (0..<request.content.count).map { request.content.properties($0) }
        let rarest = items.min { one, other in
            one.reduce(0) { $0 + counts[$1.type] } < other.reduce(0) { $0 + counts[$1.type] }
        }
        return rarest?.map { request.names[$0.type] } ?? []
    }
}

private struct PatternIndex {
    private var exact: [String: [Int]] = [:]
    private var kinds: [String: [Int]] = [:]
    private var anything: [Int] = []

    mutating func add(_ accepts: [Manifest.Clause], _ index: Int) {
        for pattern in accepts.lazy.flatMap(\.types) {
            switch pattern {
            case .exact(let type): Self.add(index, to: &exact[type.name, default: []])
            case .kind(let major): Self.add(index, to: &kinds[major, default: []])
            case .anything: Self.add(index, to: &anything)
            }
        }
    }

    /// Adds each index once, however often a bundle names the type.
    private static func add(_ index: Int, to indices: inout [Int]) {
        if indices.last != index { indices.append(index) }
    }

    /// The lists of bundles that match the names, each once: a request may contain hundreds of types, and
    /// each may match every registered bundle.
    private func lists(_ names: [TypeNames]) -> [[Int]] {
        Set(names.flatMap(\.exact)).compactMap { exact[$0] }
            + Set(names.flatMap(\.kinds)).compactMap { kinds[$0] }
            + (names.contains(where: \.isContent) ? [anything] : [])
    }

    /// Indices of bundles that name the types, in no order and with duplicates.
    func indices(_ names: [TypeNames]) -> [Int] { lists(names).flatMap { $0 } }

    /// An upper bound of the number of bundles that name the types.
    func count(_ names: [TypeNames]) -> Int { lists(names).reduce(0) { $0 + $1.count } }
}
