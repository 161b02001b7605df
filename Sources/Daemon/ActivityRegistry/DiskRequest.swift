// SPDX-License-Identifier: Apache-2.0

import Host

struct DiskRequest {
    typealias Work = @Sendable (RegistryKeeper) -> Void

    let id: Int
    let caller: DiskCaller
    let path: String
    let continues: Bool
    /// Whether the call may be refused while its work runs, because the work changes nothing that lasts.
    let isRefusable: Bool
    /// Either thread takes the work: the disk thread to begin it, or the thread that answers to call it off.
    let work: Slot<Work>
    let deliver: () -> Void
    let refuse: (DiskRefusal) -> Void
}
