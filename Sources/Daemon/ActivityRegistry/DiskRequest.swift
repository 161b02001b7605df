// SPDX-License-Identifier: Apache-2.0

import Host

/// One piece of work for a call.
struct DiskRequest {
    typealias Work = @Sendable (RegistryKeeper) -> Void

    let id: Int
    let caller: DiskCaller
    let path: String
    /// Whether something was done for this call before.
    let continues: Bool
    /// Whether it may be refused while the disk's thread is at it, as nothing of what it does lasts.
    let isRefusable: Bool
    /// One of two takes it: the disk's thread to begin it, or the thread that answers to call it off.
    let work: Slot<Work>
    /// Called when the work has answered.
    let deliver: () -> Void
    let refuse: (DiskRefusal) -> Void
}
