// SPDX-License-Identifier: Apache-2.0

/// The extension that this program serves. Browsers hold callers to the host's manifest; the program does too, in case a manifest
/// of a person's own names another.
enum BrowserExtension {
    /// Follows from "key" in the extension's manifest.
    static let chromium = "chrome-extension://ghonabcahpjmkafnjobhpglamfpgmnli/"
    static let firefox = "share@activityd.io"

    /// - Parameter arguments: without the program's name. Chromium gives the caller's origin, Firefox the manifest's path and the
    ///   caller's identifier.
    static func check(_ arguments: [String]) throws(HostError) {
        let isOurs = arguments.first == chromium || (arguments.count == 2 && arguments[1] == firefox)
        guard isOurs else { throw .stranger(arguments.last ?? "") }
    }
}
