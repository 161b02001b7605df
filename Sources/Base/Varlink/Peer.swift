// SPDX-License-Identifier: Apache-2.0

package import CLinux

/// The process at the other end, at the time of the connection (unix(7), SO_PEERCRED).
package struct Peer: Hashable, Sendable {
    package let pid: pid_t
    package let uid: uid_t
    /// The login user, unchanged by sudo(8) and su(1); nil for a service.
    package let login: uid_t?
    /// The outermost pid namespace around the process that is not around this one; 0 outside of any.
    package let sandbox: UInt64
}

extension Peer {
    init(of descriptor: CInt) throws(SystemError) {
        var peer = linux_peer()
        try checked("getsockopt", linux_peer_credentials(descriptor, &peer))
        self.init(
            pid: peer.pid, uid: peer.uid, login: peer.login == .max ? nil : peer.login, sandbox: peer.sandbox)
    }
}
