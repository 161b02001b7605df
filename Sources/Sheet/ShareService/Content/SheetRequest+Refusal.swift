// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
package import SheetSession
import StrictJSON

extension SheetRequest {
    /// Maximum size of the items, exclusions, locale, caption and subject in a call to the daemon, in bytes;
    /// the rest of the daemon's 1 MiB is for the answers to a form.
    static let maximumItemBytes = 960 << 10

    /// The reason why the daemon would reject this content; nil if it is valid and not too large.
    package var refusal: SheetRefusal? {
        do throws(ContentFault) {
            _ = try Content(items)
        } catch .invalid(_, let reason) {
            return SheetRefusal(.unusable, reason)
        } catch {
            return .tooManyItems
        }
        let words = [locale, caption, subject].compactMap(\.self)
        let options = JSON.array((exclude + words).map { .string($0) })
        let size = items.json.serialized.count + options.serialized.count
        return size <= Self.maximumItemBytes ? nil : .tooMuch
    }
}
