// SPDX-License-Identifier: Apache-2.0
//
// Another process decodes pictures.
//
// An image decoder is the likeliest thing in the whole project to be taken over by the bytes that it reads,
// so it runs as activity-draw, a process without rights. We speak with it over one socket in JSON frames
// ended by NUL, and believe of its answers only what their form allows: of findings the rules on icons, of a
// picture the bytes.
//
// Nothing here waits. A few requests at a time are under way, the others queue as values, so that a hundred
// thousand icons are not a hundred thousand frames. Requesters are served in turn, none of them takes the last
// place of the window, and a client's queue is bounded: however much one user asks for, and however slow it is
// to draw, the next of another user begins at once. The daemon puts `descriptor` into its loop, asks for
// writing while `wantsWrite`, and calls `process` when the descriptor is ready or `nextDeadline` has come;
// the three may be others after every call. The CLI calls `wait`.
//
// A process that ends, says nothing for ten seconds or answers no request is killed. What was under way
// is answered with the reason, once, and the next request starts another. After three failures without
// an answer between them all requests are refused for a pause that doubles from one second to a minute: a
// program that cannot run is no reason to start processes for ever.

package import ActivityModel
import CLinux
import Glibc
package import Host
import StrictJSON

/// The client of activity-draw.
package final class DrawingClient: IconJudge {
    package struct Limits: Sendable {
        /// Without any answer while one is due, in milliseconds. activity-draw gives a picture five seconds
        /// itself.
        package var silence = 10_000
        /// Without a request, in milliseconds; then activity-draw is ended and its memory given back.
        package var idle = 30_000
        /// Requests that are under way at once, each in a child of its own. One of them is kept for other
        /// requesters than those that fill the rest.
        package var window = 4
        /// Requests of one client that may wait for their turn. Each may hold a megabyte of icons.
        package var waiting = 32
        /// Processor time of what a client other than root asks for, in seconds; nil: what activity-draw allows.
        package var clientSeconds: Int?
        /// A finished icon of 512 x 512 pixels in base64 is a quarter of it.
        package var answerBytes = 8 << 20
        /// Failures without an answer between them, after which there is a pause.
        package var failures = 3
        /// Milliseconds of the first pause and of the longest.
        package var pauses = 1_000...60_000

        package init() {}
    }

    typealias Answer = Result<DrawAnswer, DrawingError>

    struct Request {
        let id: Int
        let requester: Requester
        /// Processor time that it may take; nil: what activity-draw allows.
        let seconds: Int?
        /// Encoded when its turn comes.
        let task: DrawRequest.Task
        /// Whether a process has ended with it already; a second time is held against it.
        var isSecondTry = false
        /// Asked when its turn comes: whether the answer is still waited for.
        let isWanted: () -> Bool
        let then: (Answer) -> Void

        var frame: [UInt8] { DrawRequest(id: id, seconds: seconds, task: task).json.serialized + [0] }
    }

    let program: String
    let environment: [String: String]
    let limits: Limits
    let clock: () -> Int
    /// Called with the reason whenever activity-draw failed; after a few failures there are pauses between them.
    package var onFailure: ((String) -> Void)?
    /// Called before a process's descriptor is closed: its loop must let go of it first.
    package var onEnd: (() -> Void)?

    var running: DrawingProcess?
    /// Processes that were killed and are not collected yet, and when to look whether they have ended.
    var killed: [pid_t] = []
    var collectAt: Int?
    /// How many processes were started; a descriptor's number may come again, this does not.
    package internal(set) var starts = 0
    /// Not sent yet.
    var waiting = FairQueue<Request>()
    /// Sent, in part at least, by id.
    var underWay: [Int: Request] = [:]
    /// Answered, but not called back yet.
    var done: [(Request, Answer)] = []
    var outgoing: [UInt8] = []
    var sent = 0
    var incoming: [UInt8] = []
    /// When activity-draw last answered or was last asked something while idle.
    var lastSign = 0
    var failuresInARow = 0
    var pausedUntil = 0
    /// To be started by the next `process`, with nothing asked yet.
    var isExpected = false
    private var lastID = 0

    /// Starts nothing yet. `program` is as `DrawingClient.program` finds it; activity-draw gets `environment`
    /// but for what systemd tells this process alone; the clock's milliseconds never go back.
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

    /// The program to be started: ACTIVITYD_DRAW where it is set, else ours.
    package static func program(environment: [String: String]) -> String {
        if let named = environment["ACTIVITYD_DRAW"], named.hasPrefix("/") { return named }
        return OwnProgram.path("activity-draw")
    }

    // MARK: Requests

    /// Has activity-draw started, which takes longer than an icon, for what will be asked soon.
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

    /// Asks for the finished icon, the mask in a colour: a PNG, or why there is none. `size` is of a side, in
    /// pixels.
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

    /// Asks for all that is found in an icon's files, with its place.
    package func examine(_ icons: IconFiles, then: @escaping (Result<[ExaminedFile], DrawingError>) -> Void) {
        ask(.examine(icons), reading: { if case .files(let files) = $0 { files } else { nil } }, then: then)
    }

    /// Asks for a picture made small. Nil where there is none: the reasons are for those who made the picture.
    package func reduce(_ request: ThumbnailRequest, then: @escaping (Thumbnail?) -> Void) {
        ask(
            .thumbnail(request),
            reading: {
                if case .thumbnail(let picture) = $0 { picture } else { nil }
            }, then: { then(try? $0.get()) })
    }

    /// Asks for one kind of answer.
    ///
    /// - Parameters:
    ///   - requester: whose turn it is served in. `own` is not bounded: its caller asks for a few at a time.
    ///   - value: what the caller takes of an answer; nil for an answer to something else.
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

    /// A judge finds faults of icons and no others, whatever took it over.
    private static func findings(in answer: DrawAnswer) -> IconFindings? {
        guard case .diagnostics(let found) = answer, found.allSatisfy({ $0.rule.rawValue.hasPrefix("icon-") })
        else { return nil }
        return IconFindings(
            found.map { Diagnostic($0.rule, severity: $0.severity, at: $0.pointer ?? "/icon", $0.message) })
    }
}

/// Why there is no picture.
package enum DrawingError: Error, Hashable, Sendable {
    /// The rest of a sentence, or one.
    case failed(String)
    /// The client has this many requests waiting already, and this one was never asked.
    case tooMany(maximum: Int)

    static let misunderstood = DrawingError.failed(
        "activity-draw gave another answer than it was asked for. Install the one of this version.")
}

extension DrawAnswer {
    /// Why it answers nothing that was asked.
    fileprivate var refusal: DrawingError {
        if case .failed(let reason) = self { .failed(reason) } else { .misunderstood }
    }
}
