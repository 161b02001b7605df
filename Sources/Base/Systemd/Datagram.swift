// SPDX-License-Identifier: Apache-2.0
//
// sd_notify(3) and sd_journal_sendv(3) block as long as the receiver's queue is full. A hanging manager or
// journal would then block the answering thread. A poll(2) first is not enough: another process can fill the
// queue in between, and libsystemd's socket for the journal has a send buffer of its own that only libsystemd
// could query. Both protocols are datagrams in a documented format, so this file sends them itself, each on a
// socket of its own and without blocking.

import CLinux
import Glibc

enum Datagram {
    enum Outcome {
        case sent
        /// The receiver has not yet read earlier messages.
        case full
        /// No process listens there, the message is too long for a datagram, or another error.
        case refused
    }

    /// - Parameters:
    ///   - address: a path, or `@` and an abstract name.
    ///   - passed: a descriptor for the receiver; -1: none.
    static func send(_ bytes: [UInt8], to address: String, passing passed: CInt = -1) -> Outcome {
        guard linux_send_datagram(address, bytes, bytes.count, passed) < 0 else { return .sent }
        return errno == EAGAIN ? .full : .refused
    }
}
