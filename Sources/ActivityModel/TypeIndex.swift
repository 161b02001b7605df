// SPDX-License-Identifier: Apache-2.0

/// Bundles by the types that their clauses name, so that a request costs what matches and not what is
/// registered.
///
/// It only leaves out: whoever names none of a content's types cannot be listed for it (every listed activity
/// takes an item). Whether one that does is listed, `Bundle.evaluate` says.
package struct TypeIndex: Sendable {
    /// Places of bundles, ascending.
    private var exact: [String: [Int32]] = [:]
    private var kinds: [String: [Int32]] = [:]
    private var anything: [Int32] = []

    package init(_ bundles: some Sequence<Bundle>) {
        for (place, bundle) in bundles.enumerated() {
            for pattern in Set(bundle.manifest.accepts.flatMap(\.types)) { add(pattern, Int32(place)) }
        }
    }

    private mutating func add(_ pattern: TypePattern, _ place: Int32) {
        switch pattern {
        case .exact(let type): exact[type.name, default: []].append(place)
        case .kind(let major): kinds[major, default: []].append(place)
        case .anything: anything.append(place)
        }
    }

    /// The places of all that may be listed for a request, ascending.
    package func candidates(_ request: Request) -> [Int] {
        // Each list once: a request may hold thousands of types, and each may lead to all that is registered.
        var places = request.names.contains(where: \.isContent) ? anything : []
        for name in Set(request.names.flatMap(\.exact)) { places += exact[name] ?? [] }
        for major in Set(request.names.flatMap(\.kinds)) { places += kinds[major] ?? [] }
        places.sort()
        var last: Int32 = -1
        return places.compactMap { place in
            defer { last = place }
            return place == last ? nil : Int(place)
        }
    }
}
