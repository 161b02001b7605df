// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import StrictJSON

/// A reply of activity-draw without the request's id: exactly one of `diagnostics`, `files`, `png` (base64),
/// `thumbnail` and `failed`.
package enum DrawAnswer: Hashable, Sendable {
    /// The findings, errors first; empty for an icon without faults.
    case diagnostics([Diagnostic])
    case files([ExaminedFile])
    case png([UInt8])
    case thumbnail(Thumbnail)
    /// The reason why there is no result; it continues a sentence.
    case failed(String)
}

extension DrawAnswer: JSONObjectConvertible {
    /// Accepts only an object with exactly one of the five keys: the writer may be a decoder that a picture
    /// has compromised.
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        switch object.names {
        case ["diagnostics"]: self = .diagnostics(try object.read("diagnostics"))
        case ["files"]: self = .files(try object.read("files"))
        case ["failed"]: self = .failed(try object.read("failed"))
        case ["png"]: self = .png(try Base64.bytes(try object.read("png")))
        case ["thumbnail"]: self = .thumbnail(try object.read("thumbnail"))
        default: throw JSON.Mismatch(expected: "one of diagnostics, files, png, thumbnail and failed")
        }
    }

    package var object: JSON.Object {
        switch self {
        case .diagnostics(let diagnostics): .withoutNulls(["diagnostics": diagnostics])
        case .files(let files): .withoutNulls(["files": files])
        case .png(let bytes): .withoutNulls(["png": Base64.encode(bytes)])
        case .thumbnail(let thumbnail): .withoutNulls(["thumbnail": thumbnail])
        case .failed(let reason): .withoutNulls(["failed": reason])
        }
    }

    /// The frame of the reply to a request, with its final NUL.
    package func frame(id: Int) -> [UInt8] {
        JSON.object(JSON.Object([("id", .integer(id))] + object.members)).serialized + [0]
    }
}
