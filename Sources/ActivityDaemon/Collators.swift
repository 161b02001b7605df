// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// The collators of the languages that are asked for: making one reads the machine's locale from the disk.
struct Collators {
    /// Of people on one machine; whoever asks for more languages pays for it.
    private static let maximumCount = 16
    private var collators: [LocaleTag?: Collator] = [:]

    mutating func collator(for locale: LocaleTag?) -> Collator {
        if let known = collators[locale] { return known }
        if collators.count >= Self.maximumCount { collators.removeAll() }
        let collator = Collator(locale: locale)
        collators[locale] = collator
        return collator
    }
}
