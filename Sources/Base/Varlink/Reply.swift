// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

enum Reply {
    case parameters(JSON.Object, continues: Bool)
    case encoded(EncodedReply)
    case error(VarlinkError)

    /// Parses a frame; nil if it is not a reply.
    init?(frame: [UInt8]) {
        guard case .object(let object)? = try? JSON(parsing: frame) else { return nil }
        do throws(JSON.Mismatch) {
            let parameters = try object.read("parameters") ?? JSON.Object()
            let continues = try object.read("continues") ?? false
            let error: String? = try object.read("error")
            self =
                error.map { .error(VarlinkError($0, parameters)) }
                ?? .parameters(parameters, continues: continues)
        } catch { return nil }
    }

    /// The error's name; nil for a reply.
    var error: String? { if case .error(let error) = self { error.name } else { nil } }

    func serialize(into bytes: inout [UInt8]) {
        switch self {
        case .parameters(let object, let continues):
            bytes.append(contentsOf: #"{"parameters":"#.utf8)
            object.serialize(into: &bytes)
            bytes.append(contentsOf: (continues ? #","continues":true}"# : "}").utf8)
        case .encoded(let reply): bytes.append(contentsOf: reply.frame.dropLast())
        case .error(let error):
            bytes.append(contentsOf: #"{"error":"#.utf8)
            JSON.serialize(error.name, into: &bytes)
            bytes.append(contentsOf: #","parameters":"#.utf8)
            error.parameters.serialize(into: &bytes)
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

/// A final reply that is encoded once and may be sent many times.
package struct EncodedReply: Sendable {
    /// The frame, with its NUL.
    package let frame: [UInt8]

    /// - Parameter array: the value of the member `name`, if that is encoded already.
    package init(_ parameters: JSON.Object, _ array: EncodedArray? = nil, as name: String = "") {
        var frame = Array(#"{"parameters":"#.utf8)
        frame.reserveCapacity((array?.text.count ?? 0) + 256)
        parameters.serialize(into: &frame, array, as: name)
        frame.append(contentsOf: "}\0".utf8)
        self.frame = frame
    }
}
