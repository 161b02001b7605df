// SPDX-License-Identifier: Apache-2.0
//
// sd_notify(3) and sd_journal_sendv(3) wait for as long as the receiver's queue is full. A manager or journal
// that hangs would then take the thread that answers with it. Asking poll(2) first is not enough: another
// process can fill the queue in between, and libsystemd's socket for the journal has a send buffer of its own
// that only libsystemd could ask about. Both protocols are datagrams in a documented format, so they are sent
// from here, each by a socket of its own and without waiting.

import CLinux
import Glibc

/// One message for a datagram socket.
enum Datagram {
    enum Outcome {
        case sent
        /// The receiver has not read what came before.
        case full
        /// Nothing listens there, or the message is too long for a datagram.
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
