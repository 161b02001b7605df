// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// For whom a daemon serves: everybody on the machine, or one person.
package enum Scope: String, CaseIterable, Sendable, JSONConvertible {
    case system, user
}
