// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import StrictJSON
import TestSupport
import Testing
import Varlink

/// The calls of both interfaces, each on its own connection.
extension DaemonFixture {
    /// Calls by a name such as "Sheet.List" or "Registry.Elect".
    @discardableResult
    func call(_ method: String, _ parameters: JSON = [:]) throws -> JSON.Object {
        try client().call(Self.qualified(method), try JSON.Object(json: parameters))
    }

    /// The error reply of a call.
    func refusal(
        _ method: String, _ parameters: JSON = [:], _ location: SourceLocation = #_sourceLocation
    ) throws -> VarlinkError {
        do {
            let reply = try call(method, parameters)
            let text = String(decoding: JSON.object(reply).serialized, as: UTF8.self)
            Issue.record("\(method) was answered: \(text.prefix(500))", sourceLocation: location)
        } catch let error as VarlinkError {
            return error
        }
        return VarlinkError("none")
    }

    private static func qualified(_ method: String) -> String {
        method.hasPrefix("Sheet.") || method.hasPrefix("Registry.") ? "io.activityd." + method : method
    }

    // MARK: The sheet

    func list(_ parameters: JSON) throws -> Sheet.ListReply {
        try Sheet.ListReply(call("Sheet.List", parameters))
    }

    /// The sheet for one item of a type.
    func list(_ type: String) throws -> Sheet.ListReply {
        try list(["content": [["type": .string(type)]]])
    }

    func identifiers(_ type: String = "image/png") throws -> [String] {
        try list(type).activities.map(\.identifier)
    }

    func identifiers(_ parameters: JSON) throws -> [String] {
        try list(parameters).activities.map(\.identifier)
    }

    /// The sheet's activity of an identifier.
    func activity(_ identifier: String, _ parameters: JSON) throws -> Sheet.Activity {
        try #require(try list(parameters).activities.first { $0.identifier == identifier })
    }

    // MARK: The registry

    @discardableResult
    func register(_ plugin: Plugin) throws -> JSON.Object {
        try call("Registry.Register", ["files": plugin.uploads])
    }

    func describe(_ identifier: String? = nil) throws -> [Registry.Description] {
        let parameters: JSON = identifier.map { ["identifier": .string($0)] } ?? [:]
        return try call("Registry.Describe", parameters).read("activities")
    }

    func description(_ identifier: String) throws -> Registry.Description {
        try #require(try describe(identifier).first)
    }

    func explain(_ parameters: JSON) throws -> [Registry.Verdict] {
        try call("Registry.Explain", parameters).read("verdicts")
    }

    @discardableResult
    func elect(_ identifier: String, _ election: String) throws -> Int {
        let ask: JSON = ["identifier": .string(identifier), "election": .string(election)]
        return try call("Registry.Elect", ask).read("generation")
    }

    @discardableResult
    func arrange(_ identifiers: [String]) throws -> Int {
        let ask: JSON = ["identifiers": .array(identifiers.map { .string($0) })]
        return try call("Registry.Arrange", ask).read("generation")
    }

    @discardableResult
    func star(_ identifiers: [String]) throws -> Int {
        let ask: JSON = ["identifiers": .array(identifiers.map { .string($0) })]
        return try call("Registry.Star", ask).read("generation")
    }

    func status() throws -> Registry.StatusReply { try Registry.StatusReply(call("Registry.Status")) }

    // MARK: The command line

    /// The command and the environment in which activityctl asks this daemon.
    func activityctlCommand(_ arguments: [String]) -> (command: [String], environment: [String: String]) {
        let environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder("home"), "XDG_CONFIG_HOME": folder("config"),
            "LC_ALL": "C.UTF-8", "TERM": "xterm",
        ]
        return ([ActivityctlProgram.path, "--user", "--socket", socket] + arguments, environment)
    }

    /// Runs activityctl in a pipe: how it ended, and what came on either stream.
    func activityctl(_ arguments: [String]) throws -> (status: ChildProcess.End, text: String) {
        let (command, environment) = activityctlCommand(arguments)
        let result = try ChildProcess.run(command, environment: environment)
        return (result.end, result.output)
    }

    func activityctl(_ arguments: String...) throws -> (status: ChildProcess.End, text: String) {
        try activityctl(arguments)
    }
}

/// A client that watches.
final class Watch {
    private let wire: Wire
    private(set) var generation = 0

    /// Returns once the current generation has arrived.
    init(_ daemon: DaemonFixture) throws {
        wire = try daemon.wire()
        wire.send("io.activityd.Sheet.Monitor", [:], [("more", true)])
        generation = try next()
    }

    /// Waits for the next generation.
    @discardableResult
    func next() throws -> Int {
        let frame = try #require(try wire.frame(), "the daemon hung up")
        let number = try #require(frame["parameters"]?["generation"]?.number)
        #expect(number > generation)
        #expect(frame["continues"] == true)
        generation = number
        return number
    }

    /// Waits for the first generation in which `condition` holds.
    func wait(until condition: () throws -> Bool) throws {
        while try !condition() { try next() }
    }
}
