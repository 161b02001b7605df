// SPDX-License-Identifier: Apache-2.0

import BrowserHost
import Glibc
import Host

/// Program that browsers start to open a sheet (docs/browsers.md).
@main
enum ActivityShareHost {
    static func main() {
        StandardStreams.fill()
        // Without a reader, write(2) then fails with EPIPE instead of killing the program.
        signal(SIGPIPE, SIG_IGN)
        let host = BrowserHost(input: STDIN_FILENO, output: STDOUT_FILENO)
        exit(host.run(Array(CommandLine.arguments.dropFirst())))
    }
}
