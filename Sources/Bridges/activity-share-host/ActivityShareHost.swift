// SPDX-License-Identifier: Apache-2.0

import BrowserHost
import Glibc

/// The sheet for browsers, which start this program (docs/browsers.md).
@main
enum ActivityShareHost {
    static func main() {
        // write(2) reports a browser that has gone.
        signal(SIGPIPE, SIG_IGN)
        let host = BrowserHost(input: STDIN_FILENO, output: STDOUT_FILENO)
        exit(host.run(Array(CommandLine.arguments.dropFirst())))
    }
}
