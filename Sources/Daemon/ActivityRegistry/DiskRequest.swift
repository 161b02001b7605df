// SPDX-License-Identifier: Apache-2.0

import Host

struct DiskRequest {
    typealias Work = @Sendable (RegistryKeeper) -> Void

    let id: Int
    let caller: DiskCaller
    let path: String
    let continues: Bool
    /// Whether the call may be refused while its work runs, because the work leaves nothing behind.
    let isRefusable: Bool
    /// The work; the disk thread takes it to begin, or the thread that answers takes it to cancel.
    let work: Slot<Work>
    let deliver: () -> Void
    let refuse: (DiskRefusal) -> Void
}
