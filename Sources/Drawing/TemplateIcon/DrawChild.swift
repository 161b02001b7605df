// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import CSeccomp
import Glibc
import StrictJSON

/// A child process working on one request, as the server sees it.
struct DrawChild {
    let request: DrawRequest
    private let process: pid_t
    /// Read end of the answer pipe. At end of file the server kills and reaps the child.
    let answer: Int32
    private let deadline: UInt64
    private let processorSeconds: Int
    private var bytes: [UInt8] = []

    /// Forks a child that works on the request in its own sandbox, and writes its answer to a pipe.
    init(_ request: DrawRequest, in sandbox: DecoderSandbox) throws(IconError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        processorSeconds = min(request.seconds ?? DrawLimits.seconds, DrawLimits.seconds)
        let process = sandbox_fork()
        guard process >= 0 else {
            let code = errno
            for end in ends { close(end) }
            throw .system(call: "fork", code: code)
        }
        if process == 0 { Self.run(request, in: sandbox, processorSeconds, answer: ends[1]) }
        close(ends[1])
        self.request = request
        self.process = process
        answer = ends[0]
        deadline = Self.now + UInt64(DrawLimits.wallSeconds) * 1000
    }

    /// Higher than other programs' niceness: when hundreds of icons are judged, the sheet has priority.
    private static var niceness: Int32 { 10 }

    private static func run(
        _ request: DrawRequest, in sandbox: DecoderSandbox, _ processorSeconds: Int, answer: Int32
    ) -> Never {
        // Must precede the child's seccomp filter, which forbids setpriority.
        if request.canWait { setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness) }
        do throws(IconError) {
            try sandbox.enterChild(keeping: answer, processorSeconds: processorSeconds)
        } catch {
            _exit(70)
        }
        let bytes = request.answer().json.serialized
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { write(answer, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { _exit(74) }
            written += max(count, 0)
        }
        _exit(0)
    }

    /// Milliseconds until the child's deadline.
    var timeLeft: Int {
        let now = Self.now
        return now >= deadline ? 0 : Int(deadline - now)
    }

    /// Reads the available bytes. Returns true at end of file, on an error, or if the answer is too long.
    mutating func read() -> Bool {
        var part = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(answer, &part, part.count)
        if count > 0 { bytes.append(contentsOf: part[..<count]) }
        return count == 0 || count < 0 && errno != EINTR || bytes.count > DrawLimits.answerBytes
    }

    /// Kills and reaps the child, and decodes its answer.
    func finish() -> DrawAnswer {
        let isLate = timeLeft == 0
        kill(process, SIGKILL)
        close(answer)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // A decoder's output is untrusted: it counts only if all of it is one well-formed answer.
        if let json = try? JSON(parsing: bytes), let answer = try? DrawAnswer(json: json) { return answer }
        return request.answer(lost: reason(status, isLate: isLate))
    }

    private func reason(_ status: Int32, isLate: Bool) -> String {
        let signal = status & 0x7F
        if signal == SIGXCPU { return "it took longer than \(processorSeconds) s" }
        if isLate { return "it took longer than \(DrawLimits.wallSeconds) s" }
        if bytes.count > DrawLimits.answerBytes {
            return "its answer was longer than \(DrawLimits.answerBytes) bytes"
        }
        guard signal == 0 else { return "its decoder was ended by signal \(signal)" }
        return "its decoder ended with status \(status >> 8 & 0xFF) and no answer"
    }

    /// CLOCK_MONOTONIC in milliseconds.
    private static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1000 + UInt64(time.tv_nsec) / 1_000_000
    }
}
