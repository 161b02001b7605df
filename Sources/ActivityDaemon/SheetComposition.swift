// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

/// Makes the sheet for one request of one snapshot: the system's activities, the app's own, the custom ones.
///
/// Its cost is a product: activities times items, or titles never fitted to this width. So it is made in pieces, each of
/// which costs about the same.
final class SheetComposition {
    /// How many activities are a piece, and how many representations are held against activities in one.
    private static let (activitiesOfPiece, matchesOfPiece) = (256, 65_536)

    let key: SheetKey?
    let snapshot: Snapshot
    private let ask: Sheet.ListRequest
    private let request: Request
    private let fragments: SheetFragments
    private let maximumBytes: Int
    private let piece: Int

    /// The activities that are still to be looked at.
    private var candidates: ArraySlice<Int>
    private var included: ArraySlice<Sheet.OwnActivity>
    /// The activities that are listed so far.
    private var own: [Sheet.Activity] = []
    private var ownIdentifiers: Set<String> = []
    private var leftOut: [Sheet.LeftOut] = []
    private var system: [Entry] = []
    private var custom: [Entry] = []
    private var bytes = 0

    private struct Entry {
        let fragment: SheetFragments.Fragment
        /// JSON; empty for an activity that takes all items.
        let taken: [UInt8]
    }

    /// - Parameter maximumBytes: what a reply holds; a sheet of more is broken off, and will be refused.
    init(
        _ key: SheetKey?, _ ask: Sheet.ListRequest, _ request: Request, _ snapshot: Snapshot,
        _ fragments: SheetFragments, maximumBytes: Int
    ) {
        (self.key, self.ask, self.request, self.snapshot) = (key, ask, request, snapshot)
        (self.fragments, self.maximumBytes) = (fragments, maximumBytes)
        piece = max(1, min(Self.activitiesOfPiece, Self.matchesOfPiece / max(1, request.content.facts.count)))
        candidates = snapshot.candidates(request)[...]
        included = (ask.include ?? [])[...]
    }

    /// Whether it is a single piece.
    var isShort: Bool { included.isEmpty && candidates.count <= piece }

    /// Makes a piece of it; true if nothing is left but `answer`.
    func goOn() -> Bool {
        if let own = included.popFirst() {
            add(own)
        } else {
            for index in candidates.prefix(piece) { add(index) }
            candidates = bytes > maximumBytes ? [] : candidates.dropFirst(piece)
        }
        return included.isEmpty && candidates.isEmpty
    }

    /// The reply's parameters, and the app's own activities that they list. Makes what is left to make.
    func answer() -> AnswerCache.Answer {
        while !goOn() {}
        custom.sort { $0.fragment.precedes($1.fragment) }
        var text = Array(
            #"{"generation":\#(snapshot.generation),"presentation":"\#(presentation.rawValue)","activities":["#
                .utf8)
        text.reserveCapacity(text.count + bytes + 64)
        for entry in system { append(entry, to: &text) }
        for activity in own {
            separate(&text)
            activity.json.serialize(into: &text)
        }
        for entry in custom { append(entry, to: &text) }
        text.append(UInt8(ascii: "]"))
        if !leftOut.isEmpty {
            text += #","leftOut":"#.utf8
            leftOut.json.serialize(into: &text)
        }
        text.append(UInt8(ascii: "}"))
        return AnswerCache.Answer(parameters: text, included: ownIdentifiers)
    }

    private var presentation: Sheet.ListReply.Presentation { ask.width == .compact ? .actionSheet : .popover }

    private func append(_ entry: Entry, to text: inout [UInt8]) {
        separate(&text)
        text += entry.fragment.text
        text += entry.taken
        text.append(UInt8(ascii: "}"))
    }

    private func separate(_ text: inout [UInt8]) {
        if text.last != UInt8(ascii: "[") { text.append(UInt8(ascii: ",")) }
    }

    /// An activity that may be listed.
    private func add(_ index: Int) {
        guard let listed = snapshot.listed(index, request),
            listed.bundle.source == .system || !ownIdentifiers.contains(listed.bundle.identifier)
        else { return }
        let fragment = fragments.fragment(listed, of: snapshot)
        var taken: [UInt8] = []
        if let items = listed.taken {
            taken += #","taken":"#.utf8
            items.json.serialize(into: &taken)
        }
        let entry = Entry(fragment: fragment, taken: taken)
        if fragment.order == nil { system.append(entry) } else { custom.append(entry) }
        bytes += fragment.text.count + taken.count + 2
    }

    /// An activity of the app's own, if it keeps the rules that everybody's titles keep.
    private func add(_ own: Sheet.OwnActivity) {
        if Identifier.isValid(own.identifier), request.exclude.contains(own.identifier) { return }
        if let rule = broken(by: own) {
            return leftOut.append(Sheet.LeftOut(identifier: own.identifier, rule: rule))
        }
        ownIdentifiers.insert(own.identifier)
        var activity = Sheet.Activity(
            identifier: own.identifier, title: TitleFolding.nfc(own.title), source: .application,
            category: own.category ?? .action)
        activity.icon = own.icon
        activity.fit = fragments.fit(activity.title)
        self.own.append(activity)
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
