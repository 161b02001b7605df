// SPDX-License-Identifier: Apache-2.0

import Systemd

/// The names of units, by systemd's rules for desktops ("Desktop Environment Integration").
enum UnitName {
    /// Of systemd, UNIT_NAME_MAX, without the final NUL.
    private static let maximumBytes = 255

    static func make(_ identifier: String, _ token: String) -> String {
        let start = "app-activityd-"
        let ending = "@" + token + ".service"
        var escaped = PeerUnit.escape(identifier).prefix(maximumBytes - start.utf8.count - ending.utf8.count)
        // A long identifier with many hyphens is cut, not amid an escape: the token alone tells units apart.
        if let escape = escaped.suffix(3).firstIndex(of: "\\") { escaped = escaped[..<escape] }
        return start + escaped + ending
    }
}
