// SPDX-License-Identifier: Apache-2.0
//
// The cost of a sheet is a product: activities times items, or activities times forms to encode. So it is
// made in pieces. First the app's own activities are judged, one by one. Then the registered ones are matched
// with the content, and the matching ones are sorted in runs. Last, the runs are merged while the reply is
// encoded in portions.

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON
import Varlink

/// Makes the sheet for one request from one snapshot: the system's activities, the app's own, the custom
/// ones.
final class SheetComposition {
    /// Number of activities in a piece of work, and number of representations matched in one.
    private static let (activitiesOfPiece, matchesOfPiece) = (256, 65_536)
    /// Number of activities encoded at once: even with the largest forms they fit a reply.
    private static let portionSize = 64
    /// Bytes of the shortest activity in a reply, without its path and its accepted items.
    private static let minimumBytes = 100

    private let ask: Sheet.ListRequest
    private let request: Request
    private let snapshot: Snapshot
    private let collator: Collator
    private let locale: LocaleTag?
    private let maximumBytes: Int
    private let piece: Int

    /// Activities that have not been examined yet.
    private var included: ArraySlice<Sheet.OwnActivity>
    private var candidates: ArraySlice<Int>
    /// Activities listed so far.
    private var system: ArraySlice<Snapshot.Listed> = []
    private var own: ArraySlice<Sheet.Activity> = []
    private var custom = SortedRuns<Custom>(of: activitiesOfPiece) { $0.order < $1.order }
    private var omitted: [Sheet.LeftOut] = []
    /// Minimum bytes of the listed activities in the reply.
    private var bytes = 0
    private var encoded = EncodedArray()

    /// A custom activity in the sheet: a class, so that sorting moves a pointer.
    private final class Custom {
        let listed: Snapshot.Listed
        let order: SheetOrder

        init(_ listed: Snapshot.Listed, _ order: SheetOrder) {
            (self.listed, self.order) = (listed, order)
        }
    }

    /// Complete after `step` has returned true.
    var reply: EncodedReply {
        let rest = Sheet.ListReply(
            generation: snapshot.generation, presentation: ask.width == .compact ? .actionSheet : .popover,
            activities: [], leftOut: omitted.isEmpty ? nil : omitted)
        return EncodedReply(rest.object, encoded, as: "activities")
    }
    /// The app's own activities in the sheet.
    private(set) var ownIdentifiers: Set<String> = []

    /// - Parameter maximumBytes: maximum size of a reply; a larger sheet is broken off, and will be refused.
    init(
        _ ask: Sheet.ListRequest, _ request: Request, _ snapshot: Snapshot, _ collator: Collator,
        maximumBytes: Int
    ) {
        (self.ask, self.request, self.snapshot, self.collator) = (ask, request, snapshot, collator)
        self.maximumBytes = maximumBytes
        locale = ask.locale.flatMap { LocaleTag($0) }
        piece = max(
            1, min(Self.activitiesOfPiece, Self.matchesOfPiece / max(1, request.content.properties.count)))
        candidates = snapshot.candidates(request)[...]
        included = (ask.include ?? [])[...]
    }

    /// Does one piece of work; true if none is left.
    func step() -> Bool {
        if let own = included.popFirst() {
            add(own)
        } else if !candidates.isEmpty {
            for index in candidates.prefix(piece) { add(index) }
            candidates = bytes > maximumBytes ? [] : candidates.dropFirst(piece)
        } else {
            return encode()
        }
        return false
    }

    /// Encodes the next activities; true if none is left, or the reply is too large.
    private func encode() -> Bool {
        for _ in 0..<Self.portionSize {
            guard var next = next() else { return true }
            next.fit = ask.titleWidth.map { Sheet.Fit(TitleFit.cells(next.title, width: $0)) }
            encoded.append(next.json)
        }
        return encoded.text.count > maximumBytes
    }

    private func next() -> Sheet.Activity? {
        if let listed = system.popFirst() { return activity(listed) }
        if let own = own.popFirst() { return own }
        return custom.popFirst().map { activity($0.listed) }
    }

    private func activity(_ listed: Snapshot.Listed) -> Sheet.Activity {
        Sheet.Activity(
            listed.bundle, isStarred: snapshot.isStarred(listed.bundle), taken: listed.taken, locale: locale)
    }

    private func add(_ index: Int) {
        guard let listed = snapshot.listed(index, request) else { return }
        let bundle = listed.bundle
        if bundle.source == .system {
            system.append(listed)
        } else {
            guard !ownIdentifiers.contains(bundle.identifier) else { return }
            let order = snapshot.orderKey(of: bundle, title: bundle.manifest.title(in: locale), collator)
            custom.append(Custom(listed, order))
        }
        bytes += Self.minimumBytes + bundle.path.utf8.count + 2 * (listed.taken?.count ?? 0)
    }

    /// Adds an activity of the app's own, if it obeys the rules for titles.
    private func add(_ own: Sheet.OwnActivity) {
        if Identifier.isValid(own.identifier), request.exclude.contains(own.identifier) { return }
        if let rule = broken(by: own) {
            return omitted.append(Sheet.LeftOut(identifier: own.identifier, rule: rule))
        }
        ownIdentifiers.insert(own.identifier)
        self.own.append(
            Sheet.Activity(
                identifier: own.identifier, title: TitleFolding.nfc(own.title), source: .application,
                category: own.category ?? .action, icon: own.icon))
    }

    private func broken(by own: Sheet.OwnActivity) -> Rule? {
        if !Identifier.isValid(own.identifier) { return .identifierForm }
        if snapshot.isSystem(own.identifier) { return .identifierReserved }
        if ownIdentifiers.contains(own.identifier) { return .identifierTwice }
        return TitleRules.judge(
            title: own.title, pointer: "/title", soft: false, isCustom: true, vendor: nil, product: nil,
            identifier: own.identifier, reserved: snapshot.reserved
        ).first { $0.severity == .error }?.rule
    }
}
