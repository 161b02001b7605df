// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// The systemd unit of a process (sd_pid_get_unit(3)).
package enum PeerUnit {
    /// The user unit of `pid`, else its system unit; nil outside of systemd.
    package static func name(of pid: Int32) -> String? {
        unit(pid, sd_pid_get_user_unit) ?? unit(pid, sd_pid_get_unit)
    }

    private static func unit(
        _ pid: Int32, _ get: (pid_t, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt
    ) -> String? {
        var unit: UnsafeMutablePointer<CChar>?
        guard get(pid, &unit) >= 0, let unit else { return nil }
        defer { free(unit) }
        return String(cString: unit)
    }
}
