// SPDX-License-Identifier: Apache-2.0

import ActivityModel
package import StrictJSON

/// A result of an activity that a person can open, such as a file.
package struct ReportedResult: Hashable, Sendable {
    /// Maximum results to accept from one activity: more than a sheet or a notification shows.
    static let maximum = 64
    /// Maximum bytes of one report. The longest path (PATH_MAX), fully escaped, would need three times as
    /// many.
    static let maximumBytes = 4 << 10

    /// Maximum faults of one activity to report to its author: further ones are usually the same.
    static let maximumFaults = 8
    private static let example = "image/png file:///home/ada/a%20b.png"

    /// An invalid report. The sentence includes advice on how to write it.
    struct Malformed: Error {
        let sentence: String
    }

    package let type: String
    package let uri: String

    /// - Parameter text: a type, a space, and an absolute URI, percent-encoded (RFC 3986).
    init(_ text: String) throws(Malformed) {
        guard text.utf8.count <= Self.maximumBytes else {
            throw Malformed(sentence: "It is longer than \(Self.maximumBytes) bytes.")
        }
        guard let blank = text.utf8.firstIndex(of: UInt8(ascii: " ")) else {
            throw Malformed(
                sentence: "It is not a type and a URI: \(printable(text)). Write both, as in \(Self.example)")
        }
        guard let type = ContentType(String(text[..<blank])) else {
            throw Malformed(
                sentence:
                    "It does not begin with a type: \(printable(text)). Write one, as in \(Self.example)")
        }
        uri = String(text[text.utf8.index(after: blank)...])
        guard uri.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), URILocation(uri) != .relative,
            !uri.hasPrefix("file:") || LocalPath.bytes(of: uri) != nil
        else {
            throw Malformed(
                sentence: "It does not end with an absolute, percent-encoded URI: \(printable(text)). "
                    + "Write \(type.name) \(Self.encoded(uri))")
        }
        self.type = type.name
    }

    /// The URI that was probably meant; else an example.
    private static func encoded(_ text: String) -> String {
        let text = String(text.drop { $0 == " " })
        if text.hasPrefix("/") { return LocalPath.uri(of: text) }
        guard URILocation(text) != .relative else { return "file:// and the whole path, as in \(example)" }
        return text.unicodeScalars.map { scalar in
            (0x21...0x7E).contains(scalar.value) ? String(scalar) : PercentEncoding.encode(String(scalar))
        }.joined()
    }
}

extension ReportedResult: JSONObjectConvertible {
    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        type = try object.read("type")
        uri = try object.read("uri")
    }

    package var object: JSON.Object { .withoutNulls(["type": type, "uri": uri]) }
}

extension [ReportedResult] {
    /// Parses an activity's reports and adds each new result.
    ///
    /// - Returns: a sentence for each fault; only one for all reports past the limit.
    mutating func parse(_ texts: [String]) -> [String] {
        var faults: [String] = []
        for text in texts {
            guard count < ReportedResult.maximum else {
                return faults + ["It has told of \(ReportedResult.maximum) things already."]
            }
            do throws(ReportedResult.Malformed) {
                let made = try ReportedResult(text)
                if !contains(made) { append(made) }
            } catch {
                faults.append(error.sentence)
            }
        }
        return faults
    }
}
