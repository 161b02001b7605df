// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum StandardStreams {
    /// Opens /dev/null on each standard stream that is closed; otherwise the next file or socket would get
    /// its number, and receive what is printed. Call it first in the program.
    ///
    /// The wrong way round, so that reading and writing still fail.
    package static func fill() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
