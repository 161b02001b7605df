// SPDX-License-Identifier: Apache-2.0

import Host

/// The reason why a share failed, as a sentence for the extension's author.
enum HostError: Error, Hashable {
    case tooLong(bytes: Int)
    case cutOff
    case malformed(String)
    case stranger(String)
    /// An error from the sheet's service, with its message.
    case service(String)
    case system(String, code: CInt)

    var message: String {
        switch self {
        case .tooLong(let bytes):
            "A message of \(bytes) bytes is longer than \(NativeMessages.maximumBytes). Send files in pieces."
        case .cutOff: "The last message is cut off."
        case .malformed(let reason), .service(let reason): reason
        case .stranger(let name):
            "“\(name)” is not the extension of this program. Add it to the host's manifest and here."
        case .system(let call, let code): "\(call): \(ErrorText.of(code))"
        }
    }
}
