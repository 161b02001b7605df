// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// The systemd unit, or else the cgroup, of a process (sd_pid_get_unit(3)).
package enum PeerUnit {
    /// The user unit of `pid`, else its system unit; nil outside of systemd.
    package static func name(of pid: Int32) -> String? {
        text(pid, sd_pid_get_user_unit) ?? text(pid, sd_pid_get_unit)
    }

    /// The path of the process's cgroup.
    package static func cgroup(of pid: Int32) -> String? { text(pid, sd_pid_get_cgroup) }

    private static func text(
        _ pid: Int32, _ get: (pid_t, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt
    ) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard get(pid, &text) >= 0, let text else { return nil }
        defer { free(text) }
        return String(cString: text)
    }
}
