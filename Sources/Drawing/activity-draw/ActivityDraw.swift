// SPDX-License-Identifier: Apache-2.0

import Glibc
import TemplateIcon

/// Judges and draws icons, and makes thumbnails, for programs that start it and communicate over its standard
/// input and output. Its input is untrusted, so it reads nothing before it is sandboxed.
@main
struct ActivityDraw {
    static func main() {
        guard CommandLine.arguments.count == 1 else {
            end(2, "activityd and activityctl start it, and talk to it over standard input")
        }
        do throws(IconError) {
            offerForKilling()
            // librsvg's filters would start a thread for each processor, each with separate memory.
            setenv("RAYON_NUM_THREADS", "1", 1)
            try WarmStart.run()
            let sandbox = try DecoderSandbox()
            var server = DrawServer(input: STDIN_FILENO, output: STDOUT_FILENO, sandbox: sandbox)
            try server.run()
        } catch {
            end(1, error.description)
        }
    }

    /// Makes the kernel prefer a picture's child when the machine or the service runs out of memory, so that
    /// the daemon survives (proc(5), oom_score_adj).
    private static func offerForKilling() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }

    private static func end(_ status: Int32, _ sentence: String) -> Never {
        let line = Array("activity-draw: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }
}
