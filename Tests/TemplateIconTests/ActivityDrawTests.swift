// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import Foundation
import StrictJSON
import TemplateIcon
import Testing

@Suite("activity-draw", .serialized)
struct ActivityDrawTests {
    private static func icon(_ radius: Double = 26) throws -> IconFiles {
        IconFiles(icon: "icon.png", files: ["icon.png": try Canvas().disc(radius: radius).png])
    }

    private static func drawing(_ contents: String) -> IconFiles {
        let text = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">\#(contents)</svg>"#
        return IconFiles(icon: "icon.svg", files: ["icon.svg": Array(text.utf8)])
    }

    /// A drawing that keeps librsvg busy for hours.
    private static let endless = drawing(
        """
        <filter id="f"><feTurbulence type="fractalNoise" baseFrequency="0.05" \
        numOctaves="100000000"/></filter><rect filter="url(#f)" width="16" height="16"/>
        """)

    /// A drawing that makes librsvg 2.54 abort: its convolution expects no kernel larger than the picture.
    private static let deadly = drawing(
        """
        <filter id="f"><feConvolveMatrix order="200" \
        kernelMatrix="\(String(repeating: "1 ", count: 40_000))"/></filter><rect filter="url(#f)" x="1" \
        y="1" width="14" height="14"/>
        """)

    @Test("answers bear the ids of their requests, and activity-draw ends with its input")
    func conversation() throws {
        let draw = try ActivityDraw()
        try draw.send(DrawRequest(id: 7, task: .judge(try Self.icon())))
        try draw.send(DrawRequest(id: 8, task: .judge(try Self.icon(10))))
        try draw.send(DrawRequest(id: 9, task: .draw(try Self.icon(), size: 24, tint: .black)))
        var answers: [Int: DrawAnswer] = [:]
        for _ in 0..<3 {
            let (id, answer) = try #require(try draw.answer())
            answers[id] = answer
        }
        #expect(answers[7] == .diagnostics([]))
        guard case .diagnostics(let diagnostics)? = answers[8] else { throw Unexpected() }
        #expect(diagnostics.map(\.rule) == [.iconSmall] && diagnostics.map(\.pointer) == ["/icon"])
        #expect(answers[9] == .png(try FinishedIcon.png(try Self.icon(), size: 24, tint: .black)))
        #expect(try draw.end() == (0, ""))
    }

    @Test("a hundred requests may be sent before the first answer is read")
    func backlog() throws {
        let draw = try ActivityDraw()
        let noise = Bitmap(
            width: 70, height: 70, pixels: (0..<19600).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) })
        let icon = IconFiles(icon: "icon.png", files: ["icon.png": try noise.png()])
        for id in 0..<100 { try draw.send(DrawRequest(id: id, task: .draw(icon, size: 70, tint: .black))) }
        var ids: Set<Int> = []
        while ids.count < 100, let answer = try draw.answer() { ids.insert(answer.id) }
        #expect(ids.count == 100)
        #expect(try draw.end().status == 0)
    }

    @Test("a decoder that never ends becomes a diagnostic, and others are answered meanwhile and afterwards")
    func hang() throws {
        let draw = try ActivityDraw()
        try draw.send(DrawRequest(id: 1, task: .judge(Self.endless)))
        try draw.send(DrawRequest(id: 2, task: .judge(try Self.icon())))
        #expect(try draw.answer()?.id == 2)
        let verdict = try #require(try draw.answer())
        #expect(verdict.id == 1)
        #expect(verdict.answer.sentence.contains(/it took longer than (5|20) s/))
        try draw.send(DrawRequest(id: 3, task: .judge(try Self.icon())))
        #expect(try draw.answer()?.id == 3)
    }

    @Test(
        "a request may allow itself less processor time",
        arguments: [DrawRequest.Task.judge(endless), .draw(endless, size: 70, tint: .black)])
    func allowance(task: DrawRequest.Task) throws {
        let draw = try ActivityDraw()
        try draw.send(DrawRequest(id: 1, seconds: 1, task: task))
        var limits = ""
        while !limits.contains(/Max cpu time +1 +2/) {
            guard let child = try draw.children().first else { continue }
            limits = try String(contentsOfFile: "/proc/\(child)/limits", encoding: .utf8)
        }
        #expect(try draw.answer()?.answer.sentence.contains(/it took longer than (1|20) s/) == true)
    }

    @Test("a decoder that crashes on a picture becomes a diagnostic or a failure")
    func crash() throws {
        let draw = try ActivityDraw()
        for (id, task) in [DrawRequest.Task.judge(Self.deadly), .examine(Self.deadly)].enumerated() {
            try draw.send(DrawRequest(id: id, task: task))
            let verdict = try #require(try draw.answer())
            #expect(
                verdict.answer.sentence == "icon.svg could not be judged: its decoder was ended by signal 6. "
                    + "Simplify the picture, or save it again.")
        }
        try draw.send(DrawRequest(id: 2, task: .draw(Self.deadly, size: 70, tint: .black)))
        #expect(try draw.answer()?.answer == .failed("its decoder was ended by signal 6"))
        try draw.send(DrawRequest(id: 3, task: .judge(try Self.icon())))
        #expect(try draw.answer()?.answer == .diagnostics([]))
    }

    @Test("a child that is killed from outside becomes a diagnostic")
    func killed() throws {
        let draw = try ActivityDraw()
        try draw.send(DrawRequest(id: 1, task: .judge(Self.endless)))
        var children: [Int32] = []
        while children.isEmpty { children = try draw.children() }
        kill(try #require(children.first), SIGSEGV)
        #expect(try draw.answer()?.answer.sentence.contains("ended by signal 11") == true)
        try draw.send(DrawRequest(id: 2, task: .judge(try Self.icon())))
        #expect(try draw.answer()?.answer == .diagnostics([]))
    }

    @Test(
        "input that is not the protocol ends activity-draw with a reason",
        arguments: [
            ("hello\0", "the input is not JSON"), ("{}\0", "it has no id"), ("[]\0", "it has no id"),
            ("{\"id\":1", "the input ends within a frame"),
        ])
    func nonsense(input: String, complaint: String) throws {
        let draw = try ActivityDraw()
        try draw.send(Array(input.utf8))
        let end = try draw.end()
        #expect(end.status == 1)
        #expect(end.complaint.contains(complaint))
    }

    @Test("a frame over 4 MiB ends activity-draw")
    func oversized() throws {
        let draw = try ActivityDraw()
        signal(SIGPIPE, SIG_IGN)
        try? draw.send([UInt8](repeating: UInt8(ascii: " "), count: 5 << 20))
        let end = try draw.end()
        #expect(end.status == 1)
        #expect(end.complaint.contains("longer than 4194304 bytes"))
    }

    @Test(
        "a request that asks for nonsense is answered with its id",
        arguments: [
            #"{"id":5}"#, #"{"id":5,"seconds":0,"judge":{"icon":"a","files":{}}}"#,
            #"{"id":5,"judge":{"icon":"a","files":{"a":"!"}}}"#,
            #"{"id":5,"judge":{},"draw":{}}"#,
            #"{"id":5,"draw":{"icon":"a","files":{},"size":70,"tint":"red"}}"#,
            #"{"id":5,"draw":{"icon":"a","files":{},"size":70}}"#,
            #"{"id":5,"draw":{"icon":"a","files":{},"size":7}}"#,
            #"{"id":5,"thumbnail":{"picture":"!","pixels":88,"texts":{}}}"#,
            #"{"id":5,"thumbnail":{"picture":"AQID","pixels":88}}"#,
            #"{"id":5,"thumbnail":{"picture":"AQID","pixels":0,"texts":{}}}"#,
            #"{"id":5,"thumbnail":{"picture":"AQID","pixels":513,"texts":{}}}"#,
        ])
    func malformed(request: String) throws {
        let draw = try ActivityDraw()
        try draw.send(Array(request.utf8) + [0])
        let answer = try #require(try draw.answer())
        #expect(answer.id == 5)
        guard case .failed = answer.answer else { throw Unexpected() }
        #expect(try draw.end().status == 0)
    }

    private struct Unexpected: Error {}
}

extension DrawAnswer {
    /// The first message to the person, or "a picture".
    var sentence: String {
        switch self {
        case .diagnostics(let diagnostics): diagnostics.first?.message ?? ""
        case .files(let files): files.first?.faults.first?.diagnostic.message ?? ""
        case .failed(let reason): reason
        case .png, .thumbnail: "a picture"
        }
    }
}
