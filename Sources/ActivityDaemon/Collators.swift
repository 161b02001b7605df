// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host

/// The collators of the languages that clients ask for. Opening one reads the machine's locale, so the disk's thread
/// does it, one at a time; until then titles sort as if the machine had no such locale.
final class Collators {
    /// Enough for the people of one machine; more languages are opened again and again.
    private static let maximumCount = 16

    /// Called when sheets sort otherwise than before.
    var onOpen: () -> Void = {}
    private let disk: any Disk
    private let open: @Sendable (LocaleTag) -> Collator
    private let fallback = Collator(locale: nil)
    private var collators: [LocaleTag: Collator] = [:]
    private var isOpening = false

    /// - Parameter open: called on the disk's thread.
    init(_ disk: any Disk, open: @escaping @Sendable (LocaleTag) -> Collator = { Collator(locale: $0) }) {
        self.disk = disk
        self.open = open
    }

    func collator(for locale: LocaleTag?) -> Collator {
        guard let locale, !locale.collationNames.isEmpty else { return fallback }
        if let known = collators[locale] { return known }
        startOpening(locale)
        return fallback
    }

    /// Clients ask again after `onOpen` for those that have to wait.
    private func startOpening(_ locale: LocaleTag) {
        guard !isOpening else { return }
        isOpening = true
        disk.run(at: "/usr/lib/locale", { [open] in open(locale) }) { [weak self] opened in
            self?.keep(opened, for: locale)
        }
    }

    private func keep(_ opened: Collator, for locale: LocaleTag) {
        isOpening = false
        if collators.count >= Self.maximumCount { collators.removeAll() }
        collators[locale] = opened
        onOpen()
    }
}
