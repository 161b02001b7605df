// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Ctrl-C as something to be waited for; while this is there it does not end the process.
final class Interrupts {
    /// The exit status of what was interrupted, as shells have it.
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

    /// Takes one that has come.
    func take() {
        var signal = signalfd_siginfo()
        read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size)
    }
}
