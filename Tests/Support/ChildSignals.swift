// SPDX-License-Identifier: Apache-2.0

public import Glibc

/// The signals of the programs that tests start.
public enum ChildSignals {
    /// Gives a child its signals as a shell would: the threads that tests run on block most of them, and GIO
    /// makes the whole process ignore SIGPIPE.
    ///
    /// - Returns: what `posix_spawn` takes; glibc has nothing to free in it.
    public static var ordinary: posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }
}
