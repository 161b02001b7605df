// SPDX-License-Identifier: Apache-2.0

import Host

/// The folder of the performs' stores (PrivateFolder.swift), each with the link of its session
/// (Folder+Owners.swift). Other daemons of the same person use it too.
struct DiskStores: Sendable {
    let path: String
    let remover: Remover

    /// Creates the owner link of a store, and the stores' folder, unless they exist. Call before creating the
    /// store.
    func own(_ token: String, by folder: String) throws(PerformRefusal) {
        do throws(StorageError) {
            let owner = StoreOwner(session: .present, path: folder)
            try Folder(creating: path, mode: 0o700).own(token, by: owner)
        } catch {
            throw .notPerformable(reason: error.description)
        }
    }

    func remove(_ token: String) { try? Folder(opening: path).removeStore(token, by: remover) }

    /// Removes the stores of this machine's ended sessions, and stores without an owner.
    func sweep() {
        guard let folder = try? Folder(opening: path) else { return }
        for token in folder.endedStores() { try? folder.removeStore(token, by: remover) }
    }
}
