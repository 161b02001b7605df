// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityRegistry
import StrictJSON

/// The registry's policy in the wire's types.
extension Registry.PolicyFile {
    init(_ file: PolicyFile) {
        self.init(path: file.path, kind: file.kind, state: file.state, by: file.by)
    }
}

extension Registry.PolicyEntry {
    init(_ entry: PolicyEntry) {
        self.init(
            kind: entry.kind, key: entry.key,
            value: String(decoding: entry.value.serialized, as: UTF8.self), path: entry.path,
            overriddenBy: entry.overriddenBy)
    }
}
