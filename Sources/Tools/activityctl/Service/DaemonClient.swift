// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import StrictJSON
import Varlink

struct DaemonClient {
    /// Timeout of a reply: a daemon that the call starts may first have to read thousands of bundles.
    private static let timeout = Duration.seconds(60)
    /// The daemon's limit for a frame with its terminator, in bytes.
    static let maximumFrame = 1 << 20

    private let client: Client
    private let options: ScopeOptions

    /// - Throws: `Failure` if no connection can be made.
    init(_ options: ScopeOptions) throws {
        self.options = options
        let check = ServiceCheck(scope: options.scope)
        let silence = Client.SilenceHandler(ServiceCheck.interval) {
            try check.requireRunnable(listener: $0.peer)
        }
        do {
            client = try Client(
                connecting: options.socketPath, timeout: Self.timeout,
                silence: options.isScopeKnown ? silence : nil)
        } catch let error as ClientError {
            if options.isScopeKnown, case .notRunning(let path) = error, let failure = check.absence(of: path)
            {
                throw failure
            }
            throw Failure(error, scope: options.scope)
        }
    }

    /// - Throws: `Failure` for any error.
    func call(_ method: String, _ parameters: JSON.Object = JSON.Object()) throws -> JSON.Object {
        try failing { try client.call(method, parameters) }
    }

    func change(_ method: String, _ request: some JSONObjectConvertible) throws -> Registry.Change {
        try Registry.Change(call(Interfaces.registry + method, request.object))
    }

    /// - Throws: `Failure`, and errors of `onReply`.
    func stream(
        _ method: String, _ parameters: JSON.Object = JSON.Object(),
        besides other: Client.WatchedDescriptor? = nil,
        onReply: (JSON.Object) throws -> Void
    ) throws {
        try failing {
            try client.stream(method, parameters, besides: other) { reply in
                try onReply(reply)
                return true
            }
        }
    }

    /// Joins a stream's replies into one: the elements of the array `name` from all, other members from the
    /// first.
    func collect(_ method: String, _ parameters: JSON.Object, _ name: String) throws -> JSON.Object {
        var whole = JSON.Object()
        var elements: [JSON] = []
        try stream(method, parameters) { reply in
            if whole.members.isEmpty { whole = reply }
            elements += try reply.read(name)
        }
        whole.set(name, .array(elements))
        return whole
    }

    /// - Returns: `Registry.DescribeReply`.
    func describe(_ identifier: String? = nil) throws -> JSON.Object {
        let request = Registry.DescribeRequest(identifier: identifier)
        return try collect(Interfaces.registry + ".Describe", request.object, "activities")
    }

    /// The scope, as the start of a heading; if only a socket is given, the daemon is asked, and without a
    /// reply the socket's path is returned.
    func scopeName() -> String {
        guard !options.isScopeKnown else { return Self.name(options.scope) }
        let status = try? Registry.StatusReply(client.call(Interfaces.registry + ".Status"))
        return status.map { Self.name($0.scope) } ?? printable(options.socketPath)
    }

    private static func name(_ scope: Registry.Scope) -> String {
        scope == .system ? "System scope" : "User scope"
    }

    private func failing<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as ClientError {
            // The daemon may have failed to start.
            if error == .disconnected, options.isScopeKnown {
                try ServiceCheck(scope: options.scope).requireRunnable(listener: nil)
            }
            throw Failure(error, scope: options.scope)
        } catch let error as VarlinkError {
            throw Failure(error, scope: options.scope)
        }
    }
}

extension Failure {
    init(mismatch: JSON.Mismatch) {
        self.init(
            "The daemon's answer cannot be read: \(mismatch).",
            next: "The daemon's version differs from this program's; \"activityctl status\" shows it.")
    }
}
