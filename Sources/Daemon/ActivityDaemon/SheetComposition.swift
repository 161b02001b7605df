// SPDX-License-Identifier: Apache-2.0
//
// The cost of a sheet is a product: activities times items, or activities times forms to encode. So it is made in pieces.
// First the app's own activities are judged, one by one. Then the registered ones are held against the content; those that
// fit are put in order in runs. Last, the runs are merged while the reply is encoded in portions.

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

/// Makes the sheet for one request of one snapshot: the system's activities, the app's own, the custom ones.
final class SheetComposition {
    /// How many activities are a piece, and how many representations are held against activities in one.
    private static let (activitiesOfPiece, matchesOfPiece) = (256, 65_536)
    /// How many activities are encoded at a time: with forms as large as they may be these still fit a reply.
    private static let portion = 64
    /// Bytes of the shortest activity in a reply, but for its path and the items that it takes.
    private static let leastBytes = 100

    private let ask: Sheet.ListRequest
    private let request: Request
    private let snapshot: Snapshot
    private let collator: Collator
    private let locale: LocaleTag?
    private let maximumBytes: Int
    private let piece: Int

    /// The activities that are still to be looked at.
    private var included: ArraySlice<Sheet.OwnActivity>
    private var candidates: ArraySlice<Int>
    /// The activities that are listed so far.
    private var system: ArraySlice<Snapshot.Listed> = []
    private var own: ArraySlice<Sheet.Activity> = []
    private var custom = SortedRuns<Custom>(of: activitiesOfPiece) { $0.order < $1.order }
    private var leftOut: [Sheet.LeftOut] = []
    /// Bytes that they take in the reply at least.
    private var bytes = 0
    private var reply = JoinedReply("activities")

    /// A custom activity that is listed: an object, so that sorting moves a pointer.
    private final class Custom {
        let listed: Snapshot.Listed
        let order: SheetOrder

        init(_ listed: Snapshot.Listed, _ order: SheetOrder) {
            (self.listed, self.order) = (listed, order)
        }
    }

    /// The reply's parameters, once it is made.
    var parameters: [UInt8] { reply.text }
    /// The app's own activities that it lists.
    private(set) var ownIdentifiers: Set<String> = []

    /// - Parameter maximumBytes: what a reply holds; a sheet of more is broken off, and will be refused.
    init(
        _ ask: Sheet.ListRequest, _ request: Request, _ snapshot: Snapshot, _ collator: Collator,
        maximumBytes: Int
    ) {
        (self.ask, self.request, self.snapshot, self.collator) = (ask, request, snapshot, collator)
        self.maximumBytes = maximumBytes
        locale = ask.locale.flatMap { LocaleTag($0) }
        piece = max(1, min(Self.activitiesOfPiece, Self.matchesOfPiece / max(1, request.content.facts.count)))
        candidates = snapshot.candidates(request)[...]
        included = (ask.include ?? [])[...]
    }

    /// Makes a piece of it; true if nothing is left to make.
    func goOn() -> Bool {
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

    /// Encodes the next activities; true if there are no more, or too many.
    private func encode() -> Bool {
        var activities: [Sheet.Activity] = []
        while activities.count < Self.portion, var next = next() {
            next.fit = ask.titleWidth.map { Sheet.Fit(TitleFit.cells(next.title, width: $0)) }
            activities.append(next)
        }
        let portion = Sheet.ListReply(
            generation: snapshot.generation, presentation: ask.width == .compact ? .actionSheet : .popover,
            activities: activities, leftOut: leftOut.isEmpty ? nil : leftOut)
        reply.add(portion.object)
        return activities.count < Self.portion || reply.text.count > maximumBytes
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
        bytes += Self.leastBytes + bundle.path.utf8.count + 2 * (listed.taken?.count ?? 0)
    }

    /// An activity of the app's own, if it keeps the rules that everybody's titles keep.
    private func add(_ own: Sheet.OwnActivity) {
        if Identifier.isValid(own.identifier), request.exclude.contains(own.identifier) { return }
        if let rule = broken(by: own) {
            return leftOut.append(Sheet.LeftOut(identifier: own.identifier, rule: rule))
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
