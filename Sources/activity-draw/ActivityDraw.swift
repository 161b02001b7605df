// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import Glibc
import SheetPicture
import TemplateIcon

/// Judges and draws icons for activityd and activityctl, which start it and speak with it over its standard
/// input and output; with `--pictures` it draws sheets and checks for activityctl. It reads strangers'
/// pictures, and therefore nothing before its sandbox is closed.
@main
struct ActivityDraw {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        do throws(IconError) {
            switch Array(arguments) {
            case []: try judge()
            case ["--pictures"]: try drawPictures()
            default:
                end(
                    2,
                    "activityd and activityctl start it, and talk to it over standard input"
                )
            }
        } catch {
            end(1, error.description)
        }
    }

    private static func judge() throws(IconError) {
        let limits = DrawLimits()
        offerForKilling()
        // librsvg's filters would start a thread for each processor, each with memory of its own.
        setenv("RAYON_NUM_THREADS", "1", 1)
        try WarmStart.run()
        let sandbox = try DecoderSandbox(limits: limits)
        try serve(DrawRequest.self, sandbox, limits)
    }

    /// Where memory runs out, of the machine or of the service, the kernel takes a picture's child, and the
    /// daemon serves on (proc(5), oom_score_adj).
    private static func offerForKilling() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        close(file)
    }

    private static func drawPictures() throws(IconError) {
        setenv("RAYON_NUM_THREADS", "1", 1)
        try WarmStart.run()
        let sandbox = try DecoderSandbox(limits: .pictures, reach: .readableFiles)
        var obstacle: String?
        do throws(IconError) { try sandbox.confine(to: Fonts.load()) } catch { obstacle = error.description }
        // Tells the client what is in the way, and draws nothing.
        try serve(PictureRequest.self, sandbox, .pictures, obstacle: obstacle)
    }

    private static func serve<Work: DrawWork>(
        _ work: Work.Type, _ sandbox: DecoderSandbox, _ limits: DrawLimits, obstacle: String? = nil
    ) throws(IconError) {
        var server = DrawServer<Work>(
            input: STDIN_FILENO, output: STDOUT_FILENO, limits: limits, sandbox: sandbox, obstacle: obstacle)
        try server.run()
    }

    private static func end(_ status: Int32, _ sentence: String) -> Never {
        let line = Array("activity-draw: \(sentence)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        exit(status)
    }
}
