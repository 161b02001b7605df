// SPDX-License-Identifier: Apache-2.0
//
// Titles are sorted by the machine's locales. Opening a locale reads the disk, so the disk thread does it,
// and the first List for a locale waits for it, in its user's turn: all Lists of a generation must have the
// same order. If the disk does not respond in time, titles are compared in folded form instead, for that
// locale until the next generation.

import ActivityModel
import Host
import Systemd

final class Collators {
    /// Maximum open locales: enough for the users of one machine.
    private static let maximumOpen = 16
    /// Maximum missing locales to remember. Clients can invent locale names, so missing locales are counted
    /// separately and evict neither open nor late ones.
    private static let maximumMissing = 256
    /// Maximum late locales to remember, more than the users of a machine have. Beyond it, every locale that
    /// is not open counts as late.
    private static let maximumLate = 256
    /// Maximum wait of a List for a locale, in microseconds.
    private static let timeout: UInt64 = 1_000_000

    /// A locale being opened, and the calls that wait for it.
    private struct Opening {
        var timer: EventSource?
        var calls: [(Collator) -> Void]
    }

    /// Each user's calls wait for a separate opening; the first to succeed opens the locale for all.
    private struct Wait: Hashable {
        let locale: LocaleTag
        let requester: Requester
    }

    private let disk: any Disk
    private let after: (_ microseconds: UInt64, @escaping () -> Void) -> EventSource?
    private let open: @Sendable (LocaleTag) -> Collator?
    private let fallback = Collator(locale: nil)
    private var opened = RecentlyUsed<LocaleTag, Collator>(limit: maximumOpen)
    private var missing = RecentlyUsed<LocaleTag, Void>(limit: maximumMissing)
    /// Locales that were not open in time; they are used from the next generation on.
    private var late: Set<LocaleTag> = []
    private var openings: [Wait: Opening] = [:]

    /// - Parameter open: called on the disk thread; returns nil if the machine has no such locale.
    init(
        _ disk: any Disk, after: @escaping (UInt64, @escaping () -> Void) -> EventSource?,
        open: @escaping @Sendable (LocaleTag) -> Collator? = { Collator(installed: $0) }
    ) {
        (self.disk, self.after, self.open) = (disk, after, open)
    }

    /// The locale's collator; the fallback without a locale, or if the locale is missing or late; nil if the
    /// locale has to be opened first.
    func collator(for locale: LocaleTag?) -> Collator? {
        guard let locale, !locale.collationNames.isEmpty, !isLate(locale), missing[locale] == nil else {
            return fallback
        }
        return opened[locale]
    }

    /// Calls `then` with the locale's collator, immediately if it is known. Otherwise the locale is opened in
    /// its user's turn; if that takes too long or is refused, `then` receives the fallback, which folds
    /// titles.
    func open(
        _ locale: LocaleTag?, for requester: Requester, then: @escaping (Collator) -> Void = { _ in }
    ) {
        if let known = collator(for: locale) { return then(known) }
        guard let locale else { return }
        let wait = Wait(locale: locale, requester: requester)
        guard openings[wait] == nil else { return openings[wait]?.calls.append(then) ?? () }
        let timer = after(Self.timeout) { [weak self] in self?.giveUp(wait) }
        openings[wait] = Opening(timer: timer, calls: [then])
        let caller = DiskCaller(requester, bytes: 0) { [weak self] in self?.openings[wait] != nil }
        disk.queue(for: caller, at: "/usr/lib/locale", { [open] in open(locale) }) { [weak self] in
            switch $0 {
            case .success(let collator): self?.finish(collator, for: wait)
            case .failure: self?.giveUp(wait)
            }
        }
    }

    /// Clears the late locales, so that they are used from now on.
    func beginGeneration() { late = [] }

    /// Whether a List of this generation may have used the fallback for this locale.
    private func isLate(_ locale: LocaleTag) -> Bool {
        late.contains(locale) || late.count >= Self.maximumLate && opened[locale] == nil
    }

    private func finish(_ collator: Collator?, for wait: Wait) {
        if isLate(wait.locale) { late.insert(wait.locale) }
        opened[wait.locale] = collator
        if collator == nil {
            missing[wait.locale] = ()
            late.remove(wait.locale)
        }
        answerCalls(wait)
    }

    /// Marks the locale as late, unless another user's call has opened it meanwhile.
    private func giveUp(_ wait: Wait) {
        if opened[wait.locale] == nil, late.count < Self.maximumLate { late.insert(wait.locale) }
        answerCalls(wait)
    }

    private func answerCalls(_ wait: Wait) {
        let collator = collator(for: wait.locale) ?? fallback
        let opening = openings.removeValue(forKey: wait)
        opening?.timer?.remove()
        for call in opening?.calls ?? [] { call(collator) }
    }
}
