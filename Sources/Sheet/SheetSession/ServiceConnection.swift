// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import SessionBus
import StrictJSON
import Varlink

/// A connection to the daemon on GLib's loop. Replies arrive in the order of their calls.
final class ServiceConnection {
    typealias Answer = Result<(parameters: JSON.Object, continues: Bool), ServiceFault>

    private let connection: ClientConnection
    private var reading: Source?
    private var writing: Source?
    /// Handlers of the calls that await a final reply, oldest first.
    private var waiting: [(Answer) -> Void] = []

    init(_ path: String) throws {
        connection = try ClientConnection(connecting: path)
        reading = Source(watching: connection.descriptor, for: [.readable, .hungUp]) { [weak self] in
            self?.read()
        }
    }

    /// - Parameter onAnswer: called for each reply, up to one without `continues` or a failure; synchronously
    ///   if the connection is already closed.
    func call(
        _ method: String, _ parameters: JSON.Object, wantsMore: Bool = false,
        _ onAnswer: @escaping (Answer) -> Void
    ) {
        waiting.append(onAnswer)
        guard reading != nil else { return hangUp() }
        connection.call(method, parameters, wantsMore: wantsMore)
        watchWritable()
    }

    private func watchWritable() {
        guard connection.hasOutput else { return writing = nil }
        guard writing == nil else { return }
        writing = Source(watching: connection.descriptor, for: .writable) { [weak self] in
            guard let self else { return }
            connection.write()
            watchWritable()
        }
    }

    private func read() {
        guard let answers = try? connection.read() else { return hangUp() }
        for answer in answers {
            guard let onAnswer = waiting.first else { return hangUp() }
            switch answer {
            case .reply(let parameters, let continues):
                if !continues { waiting.removeFirst() }
                onAnswer(.success((parameters, continues)))
            case .error(let error):
                waiting.removeFirst()
                onAnswer(.failure(.refused(CallError(error))))
            }
        }
    }

    private func hangUp() {
        (reading, writing) = (nil, nil)
        let left = waiting
        waiting = []
        for onAnswer in left { onAnswer(.failure(.disconnected)) }
    }

    var isOpen: Bool { reading != nil }
}
