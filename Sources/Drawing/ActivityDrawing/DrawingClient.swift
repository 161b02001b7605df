// SPDX-License-Identifier: Apache-2.0
//
// Decodes pictures in another process.
//
// An image decoder is the part of the project that its input is most likely to compromise, so it runs as
// activity-draw, a process without rights. We exchange NUL-terminated JSON frames with it over one socket,
// and accept only well-formed replies: findings about the icon rules, or a picture's bytes.
//
// The client never blocks. A few requests at a time are in progress; the others wait as values and are
// encoded only when sent, since a hundred thousand frames would fill the memory. Requesters are served in
// turn, one place of the window is reserved for another requester, and a client's queue is bounded: however
// many requests one user makes, and however slow they are, another user's next request begins immediately.
// The daemon puts `descriptor` into its loop, polls for writing while `wantsWrite`, and calls `process` when
// the descriptor is ready or `nextDeadline` has come; all three may change with every call. The CLI calls
// `wait`.
//
// A process that ends, is silent for ten seconds or sends a reply without a request is killed. Requests in
// progress are retried once in another process; after silence or a second end, they fail with the reason.
// After three failures in a row without a reply, all requests are refused for a pause that doubles from one
// second to a minute, so that a broken program is not restarted endlessly.

package import ActivityModel
import CLinux
import Glibc
package import Host
import StrictJSON

package final class DrawingClient: IconJudge {
    package struct Limits: Sendable {
        /// Maximum milliseconds without any reply while one is due. activity-draw itself limits a picture to
        /// 20 s (`DrawLimits.wallSeconds`).
        package var silence = 25_000
        /// Milliseconds without a request, after which activity-draw is killed to free its memory.
        package var idle = 30_000
        /// Maximum concurrent requests, each in its own child. A single requester may use all but one.
        package var window = 4
        /// Maximum waiting requests per client. Each may contain a megabyte of icons.
        package var waiting = 32
        /// Processor time for a request of a client other than root, in seconds; nil for activity-draw's own
        /// limit.
        package var clientSeconds: Int?
        /// Maximum bytes of a reply: twice the largest that activity-draw sends (`DrawLimits.answerBytes`).
        package var answerBytes = 8 << 20
        /// Number of failures, without a reply between them, after which a pause begins.
        package var failures = 3
        /// Milliseconds of the first pause and of the longest.
        package var pauses = 1_000...60_000

        package init() {}
    }

    typealias Answer = Result<DrawAnswer, DrawingError>

    struct Request {
        let id: Int
        let requester: Requester
        /// Limit on processor time, in seconds; nil for activity-draw's own limit.
        let seconds: Int?
        /// Encoded only when it is sent.
        let task: DrawRequest.Task
        /// Whether a process has already ended during this request; the next time, the request fails.
        var isSecondTry = false
        /// Whether the client still waits for the reply; checked before the request is sent.
        let isWanted: () -> Bool
        let then: (Answer) -> Void

        var frame: [UInt8] { DrawRequest(id: id, seconds: seconds, task: task).json.serialized + [0] }
    }

    let program: String
    let environment: [String: String]
    let limits: Limits
    let clock: () -> Int
    /// Called with the reason whenever activity-draw fails; pauses limit the frequency.
    package var onFailure: ((String) -> Void)?
    /// Called before a process's descriptor is closed: the loop must remove it first.
    package var onEnd: (() -> Void)?

    var running: DrawingProcess?
    /// Killed processes that are not reaped yet, and the time of the next attempt.
    var killed: [pid_t] = []
    var collectAt: Int?
    /// Number of started processes; unlike a descriptor's number, it never repeats.
    package internal(set) var starts = 0
    /// Requests not sent yet.
    var waiting = FairQueue<Request>()
    /// Requests that are sent, or being sent, keyed by id.
    var underWay: [Int: Request] = [:]
    /// Requests answered, but not called back yet.
    var done: [(Request, Answer)] = []
    var outgoing: [UInt8] = []
    var sent = 0
    var incoming: [UInt8] = []
    /// Time of activity-draw's last reply, or of the first or the expected request after an idle period.
    var lastSign = 0
    var failuresInARow = 0
    var pausedUntil = 0
    /// Whether the next `process` starts activity-draw without a request.
    var isExpected = false
    private var lastID = 0

    /// Creates a client; activity-draw is started later, on demand.
    ///
    /// - Parameters:
    ///   - program: the path from `DrawingClient.program(environment:)`.
    ///   - environment: variables for activity-draw; those that systemd sets for this process are removed.
    ///   - clock: returns a monotonic time in milliseconds.
    package init(
        program: String, environment: [String: String] = [:], limits: Limits = Limits(),
        clock: @escaping () -> Int = Clocks.monotonic
    ) {
        self.program = program
        let own = [
            "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PID", "WATCHDOG_USEC", "WATCHDOG_PID",
        ]
        self.environment = environment.filter { !own.contains($0.key) }
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { _, ours in ours }
        self.limits = limits
        self.clock = clock
    }

    /// The program to start: ACTIVITYD_DRAW if set to an absolute path, else the installed one.
    package static func program(environment: [String: String]) -> String {
        if let named = environment["ACTIVITYD_DRAW"], named.hasPrefix("/") { return named }
        return OwnProgram.path("activity-draw")
    }

    // MARK: Requests

    /// Lets the next `process` start activity-draw before a request is made, because a start takes longer
    /// than drawing an icon.
    package func expectRequests() {
        guard running == nil, isIdle else { return }
        isExpected = true
        lastSign = clock()
    }

    package func judge(
        _ icons: IconFiles, for requester: Requester, then: @escaping (IconFindings) -> Void
    ) {
        send(
            .judge(icons), for: requester,
            reading: { if case .diagnostics(let found) = $0, Self.areFindings(found) { found } else { nil } },
            then: { then(IconFindings($0)) })
    }

    /// Requests the finished icon, the mask in a colour: a PNG, or the reason why there is none. `size` is
    /// the side, in pixels.
    package func draw(
        _ icons: IconFiles, size: Int, tint: Tint, for requester: Requester,
        isWanted: @escaping () -> Bool = { true },
        then: @escaping (Result<[UInt8], DrawingError>) -> Void
    ) {
        let task = DrawRequest.Task.draw(icons, size: size, tint: tint)
        send(
            task, for: requester, isWanted: isWanted,
            reading: {
                if case .png(let bytes) = $0 { bytes } else { nil }
            }, then: then)
    }

    /// Requests all findings in an icon's files, with their positions.
    package func examine(_ icons: IconFiles, then: @escaping (Result<[ExaminedFile], DrawingError>) -> Void) {
        send(
            .examine(icons),
            reading: {
                guard case .files(let files) = $0 else { return nil }
                return Self.areFindings(files.flatMap(\.faults).map(\.diagnostic)) ? files : nil
            }, then: then)
    }

    /// Requests a thumbnail; nil on failure, since the reason would help only the picture's author.
    package func reduce(_ request: ThumbnailRequest, then: @escaping (Thumbnail?) -> Void) {
        send(
            .thumbnail(request),
            reading: {
                if case .thumbnail(let picture) = $0 { picture } else { nil }
            }, then: { then(try? $0.get()) })
    }

    /// Queues a request that expects one kind of reply.
    ///
    /// - Parameters:
    ///   - requester: the queue to use. `own` is unbounded: its caller makes a few requests at a time.
    ///   - value: extracts the result; nil for another kind of reply.
    ///   - then: called exactly once, and never before `send` has returned.
    private func send<Value>(
        _ task: DrawRequest.Task, for requester: Requester = .own, isWanted: @escaping () -> Bool = { true },
        reading value: @escaping (DrawAnswer) -> Value?, then: @escaping (Result<Value, DrawingError>) -> Void
    ) {
        lastID += 1
        if isIdle { lastSign = clock() }
        let request = Request(
            id: lastID, requester: requester, seconds: seconds(for: requester), task: task, isWanted: isWanted
        ) { answer in
            then(answer.flatMap { answer in value(answer).map { .success($0) } ?? .failure(answer.refusal) })
        }
        if requester != .own, waiting.count(of: requester) >= limits.waiting {
            done.append((request, .failure(.tooMany(maximum: limits.waiting))))
        } else {
            waiting.append(request, of: requester)
        }
    }

    private func seconds(for requester: Requester) -> Int? {
        switch requester {
        case .own, .inquiry, .client(uid: 0): nil
        case .client, .app: limits.clientSeconds
        }
    }

    /// Whether all are about icons: a picture may have compromised the judge.
    private static func areFindings(_ found: [Diagnostic]) -> Bool {
        found.allSatisfy { $0.rule.rawValue.hasPrefix("icon-") }
    }
}

/// The reason why there is no picture.
package enum DrawingError: Error, Hashable, Sendable {
    /// A sentence, or the continuation of one.
    case failed(String)
    /// The client already has this many requests waiting; this one was not queued.
    case tooMany(maximum: Int)

    static let misunderstood = DrawingError.failed(
        "activity-draw gave another answer than it was asked for. Install the one of this version.")
}

extension DrawAnswer {
    /// The error for a reply of another kind than requested.
    fileprivate var refusal: DrawingError {
        if case .failed(let reason) = self { .failed(reason) } else { .misunderstood }
    }
}
