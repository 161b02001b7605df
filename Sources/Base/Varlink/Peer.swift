// SPDX-License-Identifier: Apache-2.0

package import CLinux

/// Who is at the other end, as it was when the connection was made (unix(7), SO_PEERCRED).
package struct Peer: Hashable, Sendable {
    package let pid: pid_t
    package let uid: uid_t
    package let gid: gid_t

    package init(pid: pid_t, uid: uid_t, gid: gid_t) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }

    init(of descriptor: CInt) throws(SystemError) {
        var pid = pid_t()
        var uid = uid_t()
        var gid = gid_t()
        try checked("getsockopt", linux_peer_credentials(descriptor, &pid, &uid, &gid))
        self.init(pid: pid, uid: uid, gid: gid)
    }
}
