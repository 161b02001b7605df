// SPDX-License-Identifier: Apache-2.0
//
// Titles sort as the machine's locales have it. Opening a locale reads the disk, so the disk's thread does it, and the List
// that asks for a locale first waits for it, in its user's turn: its order is the one that every later List of the generation
// gives. A disk that does not answer in time stops no sheet: titles are folded instead, and stay so for that locale until the
// next generation.

import ActivityModel
import Host
import Systemd

/// The collators of the locales that clients ask for.
final class Collators {
    /// Enough for the people of one machine.
    private static let maximumOpen = 16
    /// Any client can make up names of locales, so these take no place of an open one, and of none that was late.
    private static let maximumMissing = 256
    /// More than a machine's people have. When so many were late, every locale counts as late that is not open.
    private static let maximumLate = 256
    /// How long a List waits for a locale, in microseconds.
    private static let patience: UInt64 = 1_000_000

    /// A locale on its way, and the calls that wait for it.
    private struct Opening {
        var timer: EventSource?
        var calls: [(Collator) -> Void]
    }

    /// Each user's calls wait for an opening of their own: what comes first opens the locale for all.
    private struct Wait: Hashable {
        let locale: LocaleTag
        let requester: Requester
    }

    private let disk: any Disk
    private let after: (_ microseconds: UInt64, @escaping () -> Void) -> EventSource?
    private let open: @Sendable (LocaleTag) -> Collator?
    private let fallback = Collator(locale: nil)
    private var opened = RecentlyUsed<LocaleTag, Collator>(limit: maximumOpen)
    /// The locales that the machine does not have.
    private var missing = RecentlyUsed<LocaleTag, Void>(limit: maximumMissing)
    /// The locales that were not open in time; they are used from the next generation on.
    private var late: Set<LocaleTag> = []
    private var openings: [Wait: Opening] = [:]

    /// - Parameter open: called on the disk's thread; nil where the machine has no such locale.
    init(
        _ disk: any Disk, after: @escaping (UInt64, @escaping () -> Void) -> EventSource?,
        open: @escaping @Sendable (LocaleTag) -> Collator? = { Collator(installed: $0) }
    ) {
        (self.disk, self.after, self.open) = (disk, after, open)
    }

    /// The locale's collator; nil if the locale has to be opened first.
    func collator(for locale: LocaleTag?) -> Collator? {
        guard let locale, !locale.collationNames.isEmpty, !isLate(locale), missing[locale] == nil else {
            return fallback
        }
        return opened[locale]
    }

    /// Calls `then` with the locale's collator, at once if there is one. Else the locale is opened when its user's turn comes;
    /// where that takes too long, titles are folded.
    func open(
        _ locale: LocaleTag?, for requester: Requester, then: @escaping (Collator) -> Void = { _ in }
    ) {
        if let known = collator(for: locale) { return then(known) }
        guard let locale else { return }
        let wait = Wait(locale: locale, requester: requester)
        guard openings[wait] == nil else { return openings[wait]?.calls.append(then) ?? () }
        let timer = after(Self.patience) { [weak self] in self?.doWithout(wait) }
        openings[wait] = Opening(timer: timer, calls: [then])
        let caller = DiskCaller(requester, bytes: 0) { [weak self] in self?.openings[wait] != nil }
        disk.queue(for: caller, at: "/usr/lib/locale", { [open] in open(locale) }) { [weak self] in
            switch $0 {
            case .success(let collator): self?.keep(collator, for: wait)
            case .failure: self?.doWithout(wait)
            }
        }
    }

    /// Uses the locales that were late.
    func beginGeneration() { late = [] }

    /// Whether a List of this generation may have been answered without it.
    private func isLate(_ locale: LocaleTag) -> Bool {
        late.contains(locale) || late.count >= Self.maximumLate && opened[locale] == nil
    }

    private func keep(_ collator: Collator?, for wait: Wait) {
        if isLate(wait.locale) { late.insert(wait.locale) }
        opened[wait.locale] = collator
        if collator == nil {
            missing[wait.locale] = ()
            late.remove(wait.locale)
        }
        goOn(wait)
    }

    /// Another user's call may have opened it meanwhile.
    private func doWithout(_ wait: Wait) {
        if opened[wait.locale] == nil, late.count < Self.maximumLate { late.insert(wait.locale) }
        goOn(wait)
    }

    private func goOn(_ wait: Wait) {
        let collator = collator(for: wait.locale) ?? fallback
        let opening = openings.removeValue(forKey: wait)
        opening?.timer?.remove()
        for call in opening?.calls ?? [] { call(collator) }
    }
}
