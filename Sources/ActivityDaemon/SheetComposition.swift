// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON

/// Makes the sheet for one request of one snapshot: the system's activities, the app's own, the custom ones.
struct SheetComposition {
    private let ask: Sheet.ListRequest
    private let request: Request
    private let snapshot: Snapshot
    private let fragments: SheetFragments

    init(_ ask: Sheet.ListRequest, _ request: Request, _ snapshot: Snapshot, _ fragments: SheetFragments) {
        self.ask = ask
        self.request = request
        self.snapshot = snapshot
        self.fragments = fragments
    }

    /// The reply's parameters, and the app's own activities that they list.
    func answer() -> AnswerCache.Answer {
        let own = ownActivities
        let standsFor = Set(own.activities.map(\.identifier))
        var text = Array(
            #"{"generation":\#(snapshot.generation),"presentation":"\#(presentation.rawValue)","activities":["#
                .utf8)
        var custom: [(fragment: SheetFragments.Fragment, taken: [Int]?)] = []
        for listed in snapshot.listed(request) {
            let fragment = fragments.fragment(listed, of: snapshot)
            if fragment.order == nil {
                append(fragment, listed.taken, to: &text)
            } else if standsFor.isEmpty || !standsFor.contains(listed.bundle.identifier) {
                custom.append((fragment, listed.taken))
            }
        }
        for activity in own.activities { append(activity, to: &text) }
        custom.sort { $0.fragment.precedes($1.fragment) }
        for entry in custom { append(entry.fragment, entry.taken, to: &text) }
        text.append(UInt8(ascii: "]"))
        if !own.leftOut.isEmpty {
            text += #","leftOut":"#.utf8
            own.leftOut.json.serialize(into: &text)
        }
        text.append(UInt8(ascii: "}"))
        return AnswerCache.Answer(parameters: text, included: standsFor)
    }

    private var presentation: Sheet.ListReply.Presentation { ask.width == .compact ? .actionSheet : .popover }

    private func append(_ fragment: SheetFragments.Fragment, _ taken: [Int]?, to text: inout [UInt8]) {
        separate(&text)
        text += fragment.text
        if let taken {
            text += #","taken":"#.utf8
            taken.json.serialize(into: &text)
        }
        text.append(UInt8(ascii: "}"))
    }

    private func append(_ activity: Sheet.Activity, to text: inout [UInt8]) {
        separate(&text)
        activity.json.serialize(into: &text)
    }

    private func separate(_ text: inout [UInt8]) {
        if text.last != UInt8(ascii: "[") { text.append(UInt8(ascii: ",")) }
    }

    /// The app's own, as far as they keep the rules that everybody's titles keep.
    private var ownActivities: (activities: [Sheet.Activity], leftOut: [Sheet.LeftOut]) {
        var activities: [Sheet.Activity] = []
        var leftOut: [Sheet.LeftOut] = []
        var seen: Set<String> = []
        for own in ask.include ?? [] {
            if Identifier.isValid(own.identifier), request.exclude.contains(own.identifier) { continue }
            if let rule = broken(by: own, seen) {
                leftOut.append(Sheet.LeftOut(identifier: own.identifier, rule: rule))
                continue
            }
            seen.insert(own.identifier)
            var activity = Sheet.Activity(
                identifier: own.identifier, title: TitleFolding.nfc(own.title), source: .application,
                category: own.category ?? .action)
            activity.icon = own.icon
            activity.fit = fragments.fit(activity.title)
            activities.append(activity)
        }
        return (activities, leftOut)
    }

    private func broken(by own: Sheet.OwnActivity, _ seen: Set<String>) -> Rule? {
        if !Identifier.isValid(own.identifier) { return .identifierForm }
        if snapshot.isSystem(own.identifier) { return .identifierReserved }
        if seen.contains(own.identifier) { return .identifierTwice }
        return TitleRules.judge(
            title: own.title, pointer: "/title", soft: false, isCustom: true, vendor: nil, product: nil,
            identifier: own.identifier, reserved: snapshot.reserved
        ).first { $0.severity == .error }?.rule
    }
}
