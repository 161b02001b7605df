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
    private let locale: LocaleTag?
    private let collator: Collator

    init(_ ask: Sheet.ListRequest, _ request: Request, _ snapshot: Snapshot, _ collators: inout Collators) {
        self.ask = ask
        self.request = request
        self.snapshot = snapshot
        locale = ask.locale.flatMap { LocaleTag($0) }
        collator = collators.collator(for: locale)
    }

    var list: Sheet.List {
        let own = ownActivities
        let standsFor = Set(own.activities.map(\.identifier))
        let custom = snapshot.listedCustom(request, locale: locale, collator: collator).filter {
            !standsFor.contains($0.bundle.identifier)
        }
        return Sheet.List(
            generation: snapshot.generation, presentation: ask.width == .compact ? .actionSheet : .popover,
            activities: snapshot.listedSystem(request).map(activity) + own.activities + custom.map(activity),
            leftOut: own.leftOut.isEmpty ? nil : own.leftOut)
    }

    private func activity(_ listed: Snapshot.Listed) -> Sheet.Activity {
        let bundle = listed.bundle
        let manifest = bundle.manifest
        let isSystem = bundle.source == .system
        var activity = Sheet.Activity(
            identifier: bundle.identifier, title: manifest.title(in: locale),
            source: isSystem ? .system : .custom,
            category: manifest.category)
        activity.subtitle = isSystem ? nil : manifest.origin
        activity.icon = bundle.iconPath
        activity.iconDigest = bundle.iconDigest?.description
        activity.asks = manifest.performOptions.asks ? true : nil
        activity.form = manifest.form.isEmpty ? nil : manifest.form.map { Sheet.Field($0, locale: locale) }
        activity.taken = listed.taken.count < request.content.items.count ? listed.taken.map(\.item) : nil
        activity.fit = fit(activity.title)
        return activity
    }

    private func fit(_ title: String) -> Sheet.Fit? {
        ask.titleWidth.map { Sheet.Fit(TitleFit.cells(title, width: $0)) }
    }

    /// The app's own, as far as they keep the rules that everybody's titles keep.
    private var ownActivities: (activities: [Sheet.Activity], leftOut: [Sheet.LeftOut]) {
        var activities: [Sheet.Activity] = []
        var leftOut: [Sheet.LeftOut] = []
        var seen: Set<String> = []
        for own in ask.include ?? [] where !request.exclude.contains(own.identifier) {
            if let rule = broken(by: own, seen) {
                leftOut.append(Sheet.LeftOut(identifier: own.identifier, rule: rule))
                continue
            }
            seen.insert(own.identifier)
            var activity = Sheet.Activity(
                identifier: own.identifier, title: TitleFolding.nfc(own.title), source: .application,
                category: own.category)
            activity.icon = own.icon
            activity.fit = fit(activity.title)
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
