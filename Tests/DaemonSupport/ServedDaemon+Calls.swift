// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
package import StrictJSON
import TestSupport
package import Varlink

/// The calls of both interfaces, each on its own connection.
extension ServedDaemon {
    /// Calls by a name such as "Sheet.List" or "Registry.Elect".
    @discardableResult
    package func call(_ method: String, _ parameters: JSON = [:]) throws -> JSON.Object {
        try client().call(Self.qualified(method), try JSON.Object(json: parameters))
    }

    /// The error reply of a call.
    package func refusal(
        _ method: String, _ parameters: JSON = [:], _ file: String = #fileID, _ line: Int = #line
    ) throws -> VarlinkError {
        let reply: JSON.Object
        do { reply = try call(method, parameters) } catch let error as VarlinkError { return error }
        let text = String(decoding: JSON.object(reply).serialized, as: UTF8.self)
        throw UnexpectedReply("\(file):\(line): \(method) was answered: \(text.prefix(500))")
    }

    private static func qualified(_ method: String) -> String {
        method.hasPrefix("Sheet.") || method.hasPrefix("Registry.") ? "io.activityd." + method : method
    }

    // MARK: The sheet

    package static var photo: JSON { [["type": "image/png", "uri": "file:///home/ada/photo.png"]] }

    package func list(_ parameters: JSON) throws -> Sheet.ListReply {
        try Sheet.ListReply(call("Sheet.List", parameters))
    }

    /// The sheet for one item of a type.
    package func list(_ type: String) throws -> Sheet.ListReply {
        try list(["content": [["type": .string(type)]]])
    }

    /// Titles of the custom activities in a picture's sheet.
    package func customTitles() throws -> [String] {
        try list("image/png").activities.filter { $0.source == .custom }.map(\.title)
    }

    package func identifiers(_ type: String = "image/png") throws -> [String] {
        try list(type).activities.map(\.identifier)
    }

    package func identifiers(_ parameters: JSON) throws -> [String] {
        try list(parameters).activities.map(\.identifier)
    }

    /// The sheet's activity of an identifier.
    package func activity(_ identifier: String, _ parameters: JSON) throws -> Sheet.Activity {
        let found = try list(parameters).activities.first { $0.identifier == identifier }
        return try found.orUnexpected("The sheet does not have \(identifier).")
    }

    // MARK: The registry

    @discardableResult
    package func register(_ plugin: Plugin) throws -> JSON.Object {
        try call("Registry.Register", ["files": plugin.uploads])
    }

    /// Writes the bundle to its author's folder, and registers a link to it.
    ///
    /// - Returns: the bundle's path.
    @discardableResult
    package func link(_ plugin: Plugin, in author: String = "author") throws -> String {
        let bundle = plugin.write(into: folder(author))
        try call("Registry.RegisterLink", ["folder": .string(bundle)])
        return bundle
    }

    package func linkPath(_ plugin: Plugin) -> String { registered + "/" + plugin.folderName }

    package func describe(_ identifier: String? = nil) throws -> [Registry.Description] {
        let parameters: JSON = identifier.map { ["identifier": .string($0)] } ?? [:]
        return try call("Registry.Describe", parameters).read("activities")
    }

    package func description(_ identifier: String) throws -> Registry.Description {
        try describe(identifier).first.orUnexpected("Describe knows no \(identifier).")
    }

    package func explain(_ parameters: JSON) throws -> [Registry.Verdict] {
        try call("Registry.Explain", parameters).read("verdicts")
    }

    @discardableResult
    package func elect(_ identifier: String, _ election: String) throws -> Int {
        let ask: JSON = ["identifier": .string(identifier), "election": .string(election)]
        return try call("Registry.Elect", ask).read("generation")
    }

    @discardableResult
    package func arrange(_ identifiers: [String]) throws -> Int {
        let ask: JSON = ["identifiers": .array(identifiers.map { .string($0) })]
        return try call("Registry.Arrange", ask).read("generation")
    }

    @discardableResult
    package func star(_ identifiers: [String]) throws -> Int {
        let ask: JSON = ["identifiers": .array(identifiers.map { .string($0) })]
        return try call("Registry.Star", ask).read("generation")
    }

    package func status() throws -> Registry.StatusReply {
        try Registry.StatusReply(call("Registry.Status"))
    }
}
