// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import ContentSelection

extension RawArgument {
    /// The bytes of an argument that is not UTF-8; nil for any other.
    static func misnamed(_ argument: String) -> FileName? {
        let name = FileName(bytes(of: argument).dropLast().map { UInt8(bitPattern: $0) })
        return name.fault == .notUTF8 ? name : nil
    }
}
