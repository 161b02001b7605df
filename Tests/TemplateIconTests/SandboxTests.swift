// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Foundation
import TemplateIcon
import TestSupport
import Testing

/// The kernel's view of activity-draw and its children while they are at work.
@Suite("The sandbox", .serialized)
struct SandboxTests {
    private static let endless = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><filter id="f"><feTurbulence \
        baseFrequency="0.05" numOctaves="100000000"/></filter><rect filter="url(#f)" width="16" \
        height="16"/></svg>
        """

    private func status(_ process: Int32) throws -> [String: String] {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return text.split(separator: "\n").reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test("activity-draw is closed before it reads, its child once more")
    func filters() throws {
        let draw = try ActivityDraw()
        try draw.send(
            DrawRequest(
                id: 1, task: .judge(IconFiles(icon: "i.svg", files: ["i.svg": Array(Self.endless.utf8)]))))
        var children: [Int32] = []
        while children.isEmpty { children = try draw.children() }
        let own = try status(draw.identifier)
        #expect(own["NoNewPrivs"] == "1")
        #expect(own["Seccomp"] == "2")
        let candidate = try String(
            contentsOfFile: "/proc/\(draw.identifier)/oom_score_adj", encoding: .utf8)
        #expect(candidate == "1000\n")
        let child = try #require(children.first)
        // The child enters its sandbox a moment after it has started.
        while try status(child)["Seccomp_filters"] == own["Seccomp_filters"] {}
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child)/fd")
        #expect(open.count == 1)
        let limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
        #expect(limits.contains(/Max open files +0 +0/))
        #expect(limits.contains(/Max file size +0 +0/))
        #expect(limits.contains(/Max core file size +0 +0/))
        #expect(limits.contains(/Max cpu time +5 +6/))
        #expect(limits.contains(/Max address space +268435456 +268435456/))
    }

    @Test("nothing but what a client gave it is open in activity-draw")
    func descriptors() throws {
        let draw = try ActivityDraw()
        try draw.send(Array("{\"id\":1}\0".utf8))
        _ = try draw.answer()
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(draw.identifier)/fd")
        #expect(Set(open) == ["0", "1", "2"])
    }

    /// System calls, of those named in `calls`, that activity-draw makes after it has entered its sandbox,
    /// while `work` runs.
    private func traced(_ calls: String, _ work: (ActivityDraw) throws -> Void) throws -> [String] {
        let strace = "/usr/bin/strace"
        try #require(
            FileManager.default.isExecutableFile(atPath: strace), "install strace: this test looks with it")
        let log = FileManager.default.temporaryDirectory.appendingPathComponent("draw-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: log) }
        let draw = try ActivityDraw(through: [strace, "-f", "-o", log.path, "-e", "trace=seccomp," + calls])
        try work(draw)
        #expect(try draw.end().status == 0)
        let lines = StraceLog.calls(try String(contentsOf: log, encoding: .utf8))
        let closed = try #require(
            lines.firstIndex { $0.contains("SECCOMP_SET_MODE_FILTER") && $0.hasSuffix("= 0") })
        return lines[closed...].filter { line in
            calls.split(separator: ",").contains { line.contains(" \($0)(") }
        }
    }

    private static let reaching =
        "open,openat,openat2,creat,socket,socketpair,connect,execve,execveat,memfd_create,ptrace"

    @Test("no file and no socket is opened once the sandbox is closed")
    func opensNothing() throws {
        let opened = try traced(Self.reaching) { draw in
            let files = ["icon.png": try Canvas().disc(radius: 26).png]
            let icon = IconFiles(icon: "icon.png", files: files)
            try draw.send(DrawRequest(id: 1, task: .judge(icon)))
            try draw.send(DrawRequest(id: 2, task: .draw(icon, size: 512, tint: .black)))
            let drawings = try Adwaita.drawings().prefix(20)
            for (index, path) in drawings.enumerated() {
                let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": try Adwaita.bytes(path)])
                try draw.send(DrawRequest(id: 10 + index, task: .judge(icon)))
            }
            for _ in 0..<(2 + drawings.count) { _ = try #require(try draw.answer()) }
        }
        #expect(opened.isEmpty, "\(opened)")
    }

    @Test("a drawing that reaches outside is refused by name, or gets nothing from there")
    func reachesNothing() throws {
        let drawings = HostileDrawings.named + HostileDrawings.others
        let reached = try traced(Self.reaching) { draw in
            for (id, text) in drawings.enumerated() {
                let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": Array(text.utf8)])
                try draw.send(DrawRequest(id: id, task: .judge(icon)))
            }
            for _ in drawings {
                let (id, answer) = try #require(try draw.answer())
                guard id < HostileDrawings.named.count else { continue }
                guard case .diagnostics(let found) = answer else {
                    Issue.record("\(drawings[id]): \(answer)")
                    continue
                }
                #expect(found.map(\.rule.rawValue) == ["icon-unreadable"], "\(drawings[id])")
            }
        }
        // Letters in an entity make librsvg look for fonts; the kernel refuses to open them.
        #expect(reached.allSatisfy { $0.contains("= -1 EPERM (") }, "\(reached)")
    }
}
