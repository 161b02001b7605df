// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
package import SheetSession
import StrictJSON

extension SheetRequest {
    /// Bytes of the items, exclusions and locale as the daemon gets them; the rest of its 1 MiB is for
    /// the answers to a form.
    static let largestItems = 960 << 10

    /// Why the daemon would not list anything for this; nil where it would.
    package var refusal: SheetRefusal? {
        do throws(ContentFault) {
            _ = try Content(items)
        } catch .invalid(_, let reason) {
            return SheetRefusal(.unusable, reason)
        } catch {
            return .tooManyItems
        }
        let options = JSON.array((exclude + [locale ?? ""]).map { .string($0) })
        let size = items.json.serialized.count + options.serialized.count
        return size <= Self.largestItems ? nil : .tooMuch
    }
}
