// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum StandardStreams {
    /// Opens /dev/null on each closed standard stream; otherwise the next file or socket would get its
    /// number, and receive the program's output. Call this before the program opens any file.
    ///
    /// Standard input is opened for writing and the others for reading, so that using them still fails.
    package static func fill() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
