// SPDX-License-Identifier: Apache-2.0

import BrowserHost
import Glibc

/// The sheet for browsers, which start it (docs/browsers.md).
@main
enum ActivityShareHost {
    static func main() {
        // A browser that has gone is an error of write(2).
        signal(SIGPIPE, SIG_IGN)
        let host = BrowserHost(input: STDIN_FILENO, output: STDOUT_FILENO)
        exit(host.run(Array(CommandLine.arguments.dropFirst())))
    }
}
