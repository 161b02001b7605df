// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// A kind of fact inside a file that its owner may not know about or want to share; the most sensitive come
/// first.
package enum FactKind: String, CaseIterable, Hashable, Sendable, JSONConvertible {
    case location, person, device, history, preview, text, software, time, tracking, other
    /// A picture's size, which is not private.
    case pixels
    /// A file's format, which is not private.
    case format

    package var isPrivate: Bool { self != .pixels && self != .format }
}
