// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityRegistry

/// The collators of the languages that are asked for. To open one reads the machine's locale, so the disk's thread does
/// it, one at a time; till then titles sort as where the machine has no such locale.
final class Collators {
    /// Of people on one machine; whoever asks for more languages pays for it.
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

    /// Those that have to wait are asked for again after `onOpen`.
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
