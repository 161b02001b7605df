// SPDX-License-Identifier: Apache-2.0

package import CLinux

/// The process at the other end, at the time of the connection (unix(7), SO_PEERCRED).
package struct Peer: Hashable, Sendable {
    package let pid: pid_t
    package let uid: uid_t
}

extension Peer {
    init(of descriptor: CInt) throws(SystemError) {
        var pid = pid_t()
        var uid = uid_t()
        try checked("getsockopt", linux_peer_credentials(descriptor, &pid, &uid))
        self.init(pid: pid, uid: uid)
    }
}
