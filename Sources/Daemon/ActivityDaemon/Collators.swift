// SPDX-License-Identifier: Apache-2.0
//
// Titles sort as the machine's locales have it. Opening a locale reads the disk, so the disk's thread does it, and the List
// that asks for a locale first waits for it: its order is the one that every later List of the generation gives. A disk that
// does not answer in time stops no sheet: titles are folded instead, and stay so for that locale until the next generation.

import ActivityModel
import Host
import Systemd

/// The collators of the locales that clients ask for.
final class Collators {
    /// Enough for the people of one machine.
    private static let maximumOpen = 16
    /// Any client can make up names of locales, so these take no place of an open one, and of none that was late.
    private static let maximumMissing = 256
    /// How long a List waits for a locale, in microseconds.
    private static let patience: UInt64 = 1_000_000

    /// A locale on its way, and the calls that wait for it.
    private struct Opening {
        var timer: EventSource?
        var calls: [() -> Void]
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
    private var openings: [LocaleTag: Opening] = [:]

    /// - Parameter open: called on the disk's thread; nil where the machine has no such locale.
    init(
        _ disk: any Disk, after: @escaping (UInt64, @escaping () -> Void) -> EventSource?,
        open: @escaping @Sendable (LocaleTag) -> Collator? = { Collator(installed: $0) }
    ) {
        (self.disk, self.after, self.open) = (disk, after, open)
    }

    /// The locale's collator; nil if the locale has to be opened first.
    func collator(for locale: LocaleTag?) -> Collator? {
        guard let locale, !locale.collationNames.isEmpty, !late.contains(locale), missing[locale] == nil
        else {
            return fallback
        }
        return opened[locale]
    }

    /// Opens a locale, and calls `then` when `collator(for:)` has it, or does without.
    func open(_ locale: LocaleTag, then: @escaping () -> Void = {}) {
        guard openings[locale] == nil else { return openings[locale]?.calls.append(then) ?? () }
        let timer = after(Self.patience) { [weak self] in
            self?.late.insert(locale)
            self?.goOn(locale)
        }
        openings[locale] = Opening(timer: timer, calls: [then])
        disk.run(at: "/usr/lib/locale", { [open] in open(locale) }) { [weak self] in
            self?.keep($0, for: locale)
        }
    }

    /// Uses the locales that were late.
    func beginGeneration() { late = [] }

    private func keep(_ collator: Collator?, for locale: LocaleTag) {
        opened[locale] = collator
        if collator == nil {
            missing[locale] = ()
            late.remove(locale)
        }
        goOn(locale)
    }

    private func goOn(_ locale: LocaleTag) {
        let opening = openings.removeValue(forKey: locale)
        opening?.timer?.remove()
        for call in opening?.calls ?? [] { call() }
    }
}
