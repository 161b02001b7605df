// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// A fragment of HTML. Interpolated strings are made printable, and escaped for text and double-quoted
/// attributes.
struct HTML: ExpressibleByStringInterpolation {
    let text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    struct Interpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }

        mutating func appendInterpolation(_ pieces: [HTML]) { text += pieces.map(\.text).joined() }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        mutating func appendInterpolation(_ string: String) {
            for scalar in printableLines(string).unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
