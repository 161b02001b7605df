// SPDX-License-Identifier: Apache-2.0

import Glibc
import TemplateIcon

/// Judges and draws icons for activityd and activityctl, which start it and speak with it over its standard
/// input and output. It reads pictures that anybody may have made, and therefore nothing before its sandbox
/// is closed.
@main
struct ActivityDraw {
    static func main() {
        guard CommandLine.arguments.count == 1 else {
            end(
                2,
                "takes no arguments: activityd and activityctl start it and speak with it by standard input")
        }
        do throws(IconError) {
            var limits = DrawLimits()
            limits.children = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
            // librsvg's filters would start a thread for each processor, each with memory of its own.
            setenv("RAYON_NUM_THREADS", "1", 1)
            try WarmStart.run()
            let sandbox = try Sandbox(limits: limits)
            var server = DrawServer(
                input: STDIN_FILENO, output: STDOUT_FILENO, limits: limits, sandbox: sandbox)
            try server.run()
        } catch {
            end(1, error.description)
        }
    }

    private static func end(_ status: Int32, _ sentence: String) -> Never {
        let line = Array("activity-draw: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }
}
