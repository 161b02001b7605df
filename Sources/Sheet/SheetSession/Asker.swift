// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import ContentSelection

/// Who asks for a sheet, by what the bus and the kernel know.
package enum Asker: Hashable, Sendable {
    case app(String)
    /// - Parameters:
    ///   - origin: in ASCII, as browsers serialise it.
    ///   - browser: nil where it is not known.
    case page(origin: String, browser: String?)
    /// It has gone, or hides in a sandbox that says nothing of it.
    case unknown

    /// For the head of the sheet, such as "example.org in Firefox".
    package func sentence(_ words: Words) -> String {
        switch self {
        case .app(let name): words.from(Self.shown(name))
        // Whole: the end of an origin is what was registered.
        case .page(let origin, let browser?): words.page(origin, in: Self.shown(browser))
        case .page(let origin, nil): words.from(origin)
        case .unknown: words.fromUnknown
        }
    }

    private static func shown(_ name: String) -> String { DisplayedName(name).text }
}
