// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Ctrl-C as a descriptor to wait for; while this exists, the signal does not end the process.
final class Interrupts {
    /// Exit status after an interrupt, by the shells' convention.
    static let status: Int32 = 128 + SIGINT

    let descriptor: CInt
    private var signals = sigset_t()

    init() {
        sigemptyset(&signals)
        sigaddset(&signals, SIGINT)
        sigprocmask(SIG_BLOCK, &signals, nil)
        descriptor = signalfd(-1, &signals, CInt(SFD_CLOEXEC))
    }

    deinit {
        close(descriptor)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    func consume() {
        var signal = signalfd_siginfo()
        read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size)
    }
}
