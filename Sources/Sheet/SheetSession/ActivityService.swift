// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import SessionBus
import StrictJSON
import Varlink

/// The daemon as sheets use it. Quick calls (lists, icons, known targets, changes) share a connection, whose
/// replies arrive in order. A call that may take longer, or must not wait behind others, has a connection of
/// its own.
final class ActivityService {
    /// Interval and maximum number of connection retries while the daemon's listen queue is full, or while it
    /// restarts: five seconds.
    private static let (pause, tries) = (Duration.milliseconds(20), 250)

    private typealias Opened = Result<ServiceConnection, ServiceFault>

    private let path: String
    private var lists: ServiceConnection?
    /// Calls to send once `lists` is connected.
    private var waiting: [(Opened) -> Void] = []
    /// Connections for single calls, keyed by call number.
    private var own: [Int: ServiceConnection] = [:]
    private var retries: [Int: Source] = [:]
    private var count = 0

    init(_ path: String) {
        self.path = path
    }

    /// Calls on the shared connection, after the calls before it.
    func call<Reply: JSONObjectConvertible>(
        _ method: String, _ request: some JSONObjectConvertible,
        _ onAnswer: @escaping (Result<Reply, ServiceFault>) -> Void
    ) {
        connected { opened in
            switch opened {
            case .failure(let fault): onAnswer(.failure(fault))
            case .success(let connection):
                connection.call(method, request.object) { onAnswer(Self.read($0)) }
            }
        }
    }

    /// Calls on a connection of its own.
    ///
    /// - Parameters:
    ///   - wantsMore: whether to accept several replies; the last has no `continues`, or is an error.
    ///   - waitsForDaemon: whether to retry after any connection error: a daemon that crashed is restarted.
    /// - Returns: the call's number, for `hangUp`.
    @discardableResult
    func callApart<Reply: JSONObjectConvertible>(
        _ method: String, _ request: some JSONObjectConvertible, wantsMore: Bool = false,
        waitsForDaemon: Bool = false,
        _ onAnswer: @escaping (Result<Reply, ServiceFault>) -> Void
    ) -> Int {
        count += 1
        let number = count
        open(number, tries: Self.tries, waitsForDaemon) { [weak self] opened in
            switch opened {
            case .failure(let fault): onAnswer(.failure(fault))
            case .success(let connection):
                self?.own[number] = connection
                connection.call(method, request.object, wantsMore: wantsMore) { answer in
                    if (try? answer.get().continues) != true { self?.own[number] = nil }
                    onAnswer(Self.read(answer))
                }
            }
        }
        return number
    }

    /// Cancels a call of `callApart` and closes its connection; the handler is not called any more.
    func hangUp(_ number: Int?) {
        guard let number else { return }
        (own[number], retries[number]) = (nil, nil)
    }

    private func connected(_ body: @escaping (Opened) -> Void) {
        if let lists, lists.isOpen { return body(.success(lists)) }
        waiting.append(body)
        guard waiting.count == 1 else { return }
        count += 1
        open(count, tries: Self.tries) { [weak self] opened in
            guard let self else { return }
            lists = try? opened.get()
            let bodies = waiting
            waiting = []
            for body in bodies { body(opened) }
        }
    }

    private func open(
        _ number: Int, tries: Int, _ waitsForDaemon: Bool = false, then: @escaping (Opened) -> Void
    ) {
        do {
            then(.success(try ServiceConnection(path)))
        } catch  where tries > 0 && (waitsForDaemon || error as? ClientError == .timedOut) {
            retries[number] = Source(after: Self.pause) { [weak self] in
                self?.retries[number] = nil
                self?.open(number, tries: tries - 1, waitsForDaemon, then: then)
            }
        } catch {
            then(.failure(.notRunning))
        }
    }

    /// Treats a reply that cannot be decoded as a broken connection.
    private static func read<Reply: JSONObjectConvertible>(
        _ answer: ServiceConnection.Answer
    ) -> Result<Reply, ServiceFault> {
        answer.flatMap { answer in
            guard let reply = try? Reply(answer.parameters) else { return .failure(.disconnected) }
            return .success(reply)
        }
    }
}
