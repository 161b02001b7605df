// SPDX-License-Identifier: Apache-2.0

/// Errors of an icon, and of the program that examines it.
package enum IconError: Error, Hashable, CustomStringConvertible {
    /// A file cannot be drawn; the text continues a sentence about it.
    case unreadable(String)
    /// A request for a missing icon or an invalid size.
    case request(String)
    /// Input that violates the protocol: the loop cannot interpret anything after it.
    case input(String)
    /// The sandbox could not be set up; the process must not decode anything.
    case sandbox(step: String, code: Int32)
    case system(call: String, code: Int32)

    package var description: String {
        switch self {
        case .unreadable(let reason), .request(let reason), .input(let reason): reason
        case .sandbox(let step, let code):
            "the sandbox could not be closed: \(step) failed with error \(code)"
        case .system(let call, let code): "\(call) failed with error \(code)"
        }
    }
}
