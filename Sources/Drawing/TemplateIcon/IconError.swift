// SPDX-License-Identifier: Apache-2.0

/// Errors of an icon, and of the program that examines it.
package enum IconError: Error, Hashable, CustomStringConvertible {
    /// A file that cannot be drawn; the rest of a sentence about it.
    case unreadable(String)
    /// A request that asks for what is not there or not allowed.
    case request(String)
    /// Input that is not the protocol: nothing after it can be understood.
    case input(String)
    /// The sandbox could not be closed; nothing may be read then.
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
