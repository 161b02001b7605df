// SPDX-License-Identifier: Apache-2.0

/// The extension that this program serves. Browsers check callers against the host's manifest; the program
/// checks again, since a person's own manifest may allow another extension.
enum BrowserExtension {
    /// The origin, derived from "key" in the extension's manifest.
    static let chromium = "chrome-extension://ghonabcahpjmkafnjobhpglamfpgmnli/"
    static let firefox = "share@activityd.io"

    /// Checks the caller; throws `stranger` for any other extension.
    ///
    /// - Parameter arguments: the command line without the program's name. Chromium passes the caller's
    ///   origin, Firefox the manifest's path and the caller's identifier.
    static func check(_ arguments: [String]) throws(HostError) {
        let isOurs = arguments.first == chromium || (arguments.count == 2 && arguments[1] == firefox)
        guard isOurs else { throw .stranger(arguments.last ?? "") }
    }
}
