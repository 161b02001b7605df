// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
package import StrictJSON

/// The sheet's first row: starred activities, then targets, then possibly a tile for the targets that do not
/// fit.
///
/// The row is filled from the targets that are known when the activities arrive, and may change until it has
/// been painted. From then on each tile keeps its position until the next list is requested: a missing target
/// is dimmed, and a new one takes an empty position at the row's end, or waits for that list. A row that was
/// missing when the activities were painted does not appear later.
package struct QuickAccess: Hashable, Sendable {
    package enum Tile: Hashable, Sendable {
        case activity(String)
        case target(TargetTile)
        /// Opens the form of the activity whose target was the first that did not fit.
        case more(String)

        /// Identifies the tile across updates of the row.
        package var key: ExactText {
            switch self {
            case .activity(let identifier): ExactText("activity\0" + identifier)
            case .target(let tile):
                ExactText(
                    ["target", tile.ways[0].identifier, tile.ways[0].field, tile.ways[0].value]
                        .joined(separator: "\0"))
            case .more(let identifier): ExactText("more\0" + identifier)
            }
        }
    }

    /// Maximum numbers of tiles, and of starred activities among them.
    static let (places, stars) = (8, 4)

    package private(set) var tiles: [Tile] = []
    var unreachableTarget: Sheet.Target?
    /// Targets of the latest reply; until the final one, missing targets may still be found.
    private var targets: [Sheet.Target] = []
    private var isFinal = false
    /// Free positions at the row's end, which new tiles can fill without moving others; nil until the row has
    /// been painted.
    private var room: Int?

    init() {}

    /// Whether the person may have seen the row.
    package var isPainted: Bool { room != nil }

    /// Whether the activity is also in the row.
    package func has(_ activity: String) -> Bool { tiles.contains(.activity(activity)) }

    func tile(by target: Sheet.Target) -> TargetTile? {
        for case .target(let tile) in tiles where tile.leads(by: target) { return tile }
        return nil
    }

    /// The tile that was pressed in vain, as long as the pressed way is unreachable.
    var unreachableTile: TargetTile? {
        guard let unreachableTarget, let tile = tile(by: unreachableTarget) else { return nil }
        return tile.ways.contains { unreachableTarget.isSame($0) && !$0.reachable } ? tile : nil
    }

    mutating func setTargets(_ reply: Sheet.TargetsReply) {
        (targets, isFinal) = (reply.targets, reply.final)
    }

    /// - Parameter room: free positions in the row's last line.
    mutating func freeze(room: Int) {
        self.room = min(room, Self.places - tiles.count)
        unreachableTarget = nil
    }

    /// Called when a new list is requested: the row may change with it, and known targets are dropped.
    mutating func unfreeze() { (room, targets, isFinal) = (nil, [], false) }

    /// Updates the row from the listed activities and the known targets.
    mutating func arrange(_ activities: [Sheet.Activity]) {
        let listed = Set(activities.map(\.identifier))
        let stars = activities.filter { $0.starred == true }.map { Tile.activity($0.identifier) }
        let found = targets.compactMap { TargetTile($0, listed: listed, isFinal: isFinal) }
        if room == nil {
            tiles = Self.row(stars.prefix(Self.stars), found)
        } else {
            tiles = tiles.compactMap { updated($0, listed, stars, found) }
            fill(found)
        }
    }

    private static func row(_ stars: some Collection<Tile>, _ found: [TargetTile]) -> [Tile] {
        let places = places - stars.count
        guard found.count > places else { return stars + found.map(Tile.target) }
        let rest = found[places - 1]
        return stars + found.prefix(places - 1).map(Tile.target) + [.more(rest.way.identifier)]
    }

    private func updated(
        _ tile: Tile, _ listed: Set<String>, _ stars: [Tile], _ found: [TargetTile]
    ) -> Tile? {
        switch tile {
        case .activity: return stars.contains(tile) ? tile : nil
        case .more(let identifier): return listed.contains(identifier) ? tile : nil
        // A tile whose way is gone is removed; it never switches to another way.
        case .target(let target) where !listed.contains(target.way.identifier): return nil
        case .target(var target):
            let now = found.filter { $0.ways.contains(where: target.leads) }.flatMap(\.ways)
            let new = now.filter { !target.leads(by: $0) }
            target.ways = target.ways.filter { listed.contains($0.identifier) }.map { way in
                var way = way
                if isFinal { way.reachable = now.contains { $0.reachable && $0.isStill(way) } }
                return way
            }
            target.ways += new
            return .target(target)
        }
    }

    /// Fills free positions. A row with a "more" tile has none. A target with the name of a visible tile
    /// waits for the next list: tiles added later have no subtitle to distinguish them.
    private mutating func fill(_ found: [TargetTile]) {
        for target in found
        where !target.ways.contains(where: { tile(by: $0) != nil }) && !hasNamesake(of: target) {
            guard let room, room > 0 else { return }
            tiles.append(.target(target))
            self.room = room - 1
        }
    }

    private func hasNamesake(of target: TargetTile) -> Bool {
        tiles.contains {
            guard case .target(let tile) = $0 else { return false }
            return TitleFolding.fold(tile.label) == TitleFolding.fold(target.label)
        }
    }
}
