// SPDX-License-Identifier: Apache-2.0
//
// Decodes pictures in another process.
//
// An image decoder is the likeliest part of the whole project to be taken over by its input, so it runs as
// activity-draw, a process without rights. We exchange NUL-terminated JSON frames with it over one socket,
// and accept only well-formed answers: findings about the icon rules, or a picture's bytes.
//
// The client never blocks. A few requests at a time are in progress, and the others queue as values, so that
// a hundred thousand icons are not a hundred thousand frames. Requesters are served in turn, no requester
// gets the last place of the window, and a client's queue is bounded: however much one user asks for, and
// however slow it is to draw, another user's next request begins at once. The daemon puts `descriptor` into
// its loop, polls for writing while `wantsWrite`, and calls `process` when the descriptor is ready or
// `nextDeadline` has come; all three may change with every call. The CLI calls `wait`.
//
// A process that ends, is silent for ten seconds or sends an answer without a request is killed. Requests in
// progress get the reason as their answer, once, and the next request starts another process. After three
// failures in a row without an answer, all requests are refused for a pause that doubles from one second to a
// minute, so that a broken program is not restarted for ever.

package import ActivityModel
import CLinux
import Glibc
package import Host
import StrictJSON

package final class DrawingClient: IconJudge {
    package struct Limits: Sendable {
        /// Milliseconds without any answer while one is due. activity-draw itself limits a picture to five
        /// seconds.
        package var silence = 10_000
        /// Milliseconds without a request, after which activity-draw is killed to free its memory.
        package var idle = 30_000
        /// Maximum concurrent requests, each in a child of its own. One place is reserved for requesters
        /// other than those that fill the rest.
        package var window = 4
        /// Maximum waiting requests per client. Each may contain a megabyte of icons.
        package var waiting = 32
        /// Processor time for a request of a client other than root, in seconds; nil for activity-draw's own
        /// limit.
        package var clientSeconds: Int?
        /// Longest answer, in bytes: four times a finished icon of 512 x 512 pixels in base64.
        package var answerBytes = 8 << 20
        /// Failures without an answer between them that trigger a pause.
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
        /// Encoded only when its turn comes.
        let task: DrawRequest.Task
        /// Whether a process has already ended during this request; after the second time it fails.
        var isSecondTry = false
        /// Checked when the request's turn comes: whether the client still waits for the answer.
        let isWanted: () -> Bool
        let then: (Answer) -> Void

        var frame: [UInt8] { DrawRequest(id: id, seconds: seconds, task: task).json.serialized + [0] }
    }

    let program: String
    let environment: [String: String]
    let limits: Limits
    let clock: () -> Int
    /// Called with the reason whenever activity-draw fails; pauses bound how often that is.
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
    /// Requests sent, at least in part, by id.
    var underWay: [Int: Request] = [:]
    /// Requests answered, but not called back yet.
    var done: [(Request, Answer)] = []
    var outgoing: [UInt8] = []
    var sent = 0
    var incoming: [UInt8] = []
    /// Time of activity-draw's last answer, or of the first request after an idle period.
    var lastSign = 0
    var failuresInARow = 0
    var pausedUntil = 0
    /// Whether the next `process` starts activity-draw without a request.
    var isExpected = false
    private var lastID = 0

    /// Starts nothing yet. `program` comes from `DrawingClient.program`; activity-draw gets `environment`
    /// without the variables that systemd sets for this process; the clock is monotonic, in milliseconds.
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

    /// Starts activity-draw ahead of expected requests, because a start takes longer than an icon.
    package func expectRequests() {
        guard running == nil, isIdle else { return }
        isExpected = true
        lastSign = clock()
    }

    package func judge(
        _ icons: IconFiles, for requester: Requester, then: @escaping (IconFindings) -> Void
    ) {
        ask(.judge(icons), for: requester, reading: Self.findings) { answer in
            switch answer {
            case .success(let findings): then(findings)
            case .failure(.failed(let reason)): then(.failed(reason))
            case .failure(.tooMany(let maximum)): then(.tooMany(maximum: maximum))
            }
        }
    }

    /// Requests the finished icon, the mask in a colour: a PNG, or the reason why there is none. `size` is
    /// the side, in pixels.
    package func draw(
        _ icons: IconFiles, size: Int, tint: Tint, for requester: Requester,
        isWanted: @escaping () -> Bool = { true },
        then: @escaping (Result<[UInt8], DrawingError>) -> Void
    ) {
        let task = DrawRequest.Task.draw(icons, size: size, tint: tint)
        ask(
            task, for: requester, isWanted: isWanted,
            reading: {
                if case .png(let bytes) = $0 { bytes } else { nil }
            }, then: then)
    }

    /// Requests all findings in an icon's files, with their places.
    package func examine(_ icons: IconFiles, then: @escaping (Result<[ExaminedFile], DrawingError>) -> Void) {
        ask(.examine(icons), reading: { if case .files(let files) = $0 { files } else { nil } }, then: then)
    }

    /// Requests a thumbnail; nil on failure, since only the picture's author could use the reason.
    package func reduce(_ request: ThumbnailRequest, then: @escaping (Thumbnail?) -> Void) {
        ask(
            .thumbnail(request),
            reading: {
                if case .thumbnail(let picture) = $0 { picture } else { nil }
            }, then: { then(try? $0.get()) })
    }

    /// Requests one kind of answer.
    ///
    /// - Parameters:
    ///   - requester: the queue to use. `own` is unbounded: its caller makes a few requests at a time.
    ///   - value: extracts the result; nil for another kind of answer.
    ///   - then: called exactly once, and never before `ask` has returned.
    private func ask<Value>(
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

    /// Accepts only diagnostics about icons, even from a judge that a picture took over.
    private static func findings(in answer: DrawAnswer) -> IconFindings? {
        guard case .diagnostics(let found) = answer, found.allSatisfy({ $0.rule.rawValue.hasPrefix("icon-") })
        else { return nil }
        return IconFindings(
            found.map { Diagnostic($0.rule, severity: $0.severity, at: $0.pointer ?? "/icon", $0.message) })
    }
}

/// The reason why there is no picture.
package enum DrawingError: Error, Hashable, Sendable {
    /// A sentence, or the rest of one.
    case failed(String)
    /// The client already has this many requests waiting; this one was not queued.
    case tooMany(maximum: Int)

    static let misunderstood = DrawingError.failed(
        "activity-draw gave another answer than it was asked for. Install the one of this version.")
}

extension DrawAnswer {
    /// The error for an answer that does not match the request.
    fileprivate var refusal: DrawingError {
        if case .failed(let reason) = self { .failed(reason) } else { .misunderstood }
    }
}
