// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import ContentSelection

/// The caller that asks for a sheet, as identified by the bus and the kernel.
package enum Asker: Hashable, Sendable {
    case app(String)
    /// - Parameters:
    ///   - origin: the page's origin in ASCII, as browsers serialise it.
    ///   - browser: the browser's name; nil if it is unknown.
    case page(origin: String, browser: String?)
    /// The caller cannot be identified: it has exited, is in a sandbox that does not name its app, or has no
    /// known name.
    case unknown

    /// The text in the sheet's head, such as "example.org in Firefox".
    package func sentence(_ words: Words) -> String {
        switch self {
        case .app(let name): words.from(Self.shown(name))
        // An origin is never shortened: its end is the registered domain.
        case .page(let origin, let browser?): words.page(origin, in: Self.shown(browser))
        case .page(let origin, nil): words.from(origin)
        case .unknown: words.fromUnknown
        }
    }

    private static func shown(_ name: String) -> String { DisplayedName(name).text }
}
