// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import SessionBus
import StrictJSON
package import Varlink

/// One connection with the daemon, driven by GLib's loop. Answers come to their calls in order.
final class ServiceConnection {
    typealias Answer = Result<(parameters: JSON.Object, continues: Bool), ServiceFault>

    private let connection: ClientConnection
    private var reading: Source?
    private var writing: Source?
    /// One for each call that is not answered for good.
    private var waiting: [(Answer) -> Void] = []

    /// - Throws: `ClientError`.
    init(_ path: String) throws {
        connection = try ClientConnection(connecting: path)
        reading = Source(watching: connection.descriptor, for: [.readable, .hungUp]) { [weak self] in
            self?.read()
        }
    }

    /// - Parameter onAnswer: once, or until an answer does not continue or is a failure.
    func call(
        _ method: String, _ parameters: JSON.Object, wantsMore: Bool = false,
        _ onAnswer: @escaping (Answer) -> Void
    ) {
        waiting.append(onAnswer)
        guard reading != nil else { return hangUp() }
        connection.call(method, parameters, wantsMore: wantsMore)
        watchForRoom()
    }

    private func watchForRoom() {
        guard connection.hasOutput else { return writing = nil }
        guard writing == nil else { return }
        writing = Source(watching: connection.descriptor, for: .writable) { [weak self] in
            guard let self else { return }
            connection.write()
            watchForRoom()
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
                onAnswer(.failure(ServiceFault(error)))
            }
        }
    }

    /// Each call that is still waiting hears of it, once.
    private func hangUp() {
        (reading, writing) = (nil, nil)
        let left = waiting
        waiting = []
        for onAnswer in left { onAnswer(.failure(.disconnected)) }
    }

    var isOpen: Bool { reading != nil }
}

/// Why the daemon gave no answer.
package enum ServiceFault: Error, Hashable, Sendable {
    /// Nothing listens, or it cannot be started.
    case notRunning
    /// The connection broke.
    case disconnected
    /// The daemon said no.
    case refused(Refusal)

    /// An error of the daemon, as far as a sheet can use it.
    package struct Refusal: Hashable, Sendable {
        /// Without its interface.
        package var name: String
        /// The reason in the daemon's words.
        package var reason: String?
        /// The verdict on an activity that does not take the content.
        package var code: String?
        /// Fields that the person must fill in first.
        package var fields: [Sheet.Field]?
        /// The one whose answer is wrong.
        package var field: String?

        package init(
            name: String, reason: String? = nil, code: String? = nil, fields: [Sheet.Field]? = nil,
            field: String? = nil
        ) {
            (self.name, self.reason, self.code) = (name, reason, code)
            (self.fields, self.field) = (fields, field)
        }
    }

    package init(_ error: VarlinkError) {
        let name = error.name.split(separator: ".").last.map(String.init) ?? error.name
        var refusal = Refusal(name: name)
        refusal.reason = try? error.parameters.read("reason")
        refusal.code = try? error.parameters.read("code")
        refusal.fields = try? error.parameters.read("fields")
        refusal.field = try? error.parameters.read("field")
        self = .refused(refusal)
    }
}
