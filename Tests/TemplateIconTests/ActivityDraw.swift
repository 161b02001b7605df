// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import Foundation
import StrictJSON
import TemplateIcon
import TestSupport
import Testing

/// The activity-draw that was built with the tests, on pipes.
final class ActivityDraw {
    private let process: ChildProcess
    private var unread: [UInt8] = []

    /// - Parameter prefix: a command that starts activity-draw, such as strace; empty to start it directly.
    init(through prefix: [String] = []) throws {
        process = try ChildProcess(prefix + [Checkout.program("activity-draw")])
    }

    var identifier: Int32 { process.identifier }

    func send(_ bytes: [UInt8]) throws { try process.write(bytes) }

    func send(_ request: DrawRequest) throws { try send(request.json.serialized + [0]) }

    /// The next answer and its id; nil at the end of output.
    func answer() throws -> (id: Int, answer: DrawAnswer)? {
        while true {
            if let end = unread.firstIndex(of: 0) {
                var object = try JSON.Object(json: try JSON(parsing: Array(unread[..<end])))
                unread.removeFirst(end + 1)
                let id: Int = try object.read("id")
                object.set("id", nil)
                return (id, try DrawAnswer(object))
            }
            let part = try process.read(process.output)
            guard !part.isEmpty else { return nil }
            unread += part
        }
    }

    /// Closes the input, and returns the exit status and the text on standard error.
    func end() throws -> (status: Int32, complaint: String) {
        process.closeInput()
        let complaint = try process.readToEnd(process.complaints)
        return (process.wait(), String(decoding: complaint, as: UTF8.self))
    }

    /// Process ids of the current children.
    func children() throws -> [Int32] {
        let path = "/proc/\(identifier)/task/\(identifier)/children"
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: " ").compactMap {
            Int32($0)
        }
    }
}
