// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Host

/// Work that a look leaves to be done, and no client waits for.
extension RegistryKeeper {
    package func tidy() {
        save()
        // A load leaves about as much behind as it keeps, which the allocator would hold for the next one.
        malloc_trim(0)
    }

    /// Saves what is new. A folder in which another daemon is at work, or one that hangs, is left for the next
    /// time.
    package func save() {
        note(searchPath.cacheFolder)
        attempt { () throws(StorageError) in try cache.save() }
        attempt { () throws(StorageError) in try reported.save() }
        saveMemory()
        attempt { () throws(StorageError) in try established.save() }
    }

    /// Saves what the files of policy say, before it is in force.
    ///
    /// - Returns: a sentence where it cannot be kept; it is in force all the same.
    @discardableResult
    func saveMemory() -> String? {
        note(searchPath.stateFolders[0])
        do {
            try memory.save()
        } catch .locked {
            // Another daemon is at work there.
        } catch {
            return "\(error) Until then no next daemon knows what a file of policy said before it broke."
        }
        return nil
    }

    /// Takes away what an activity has kept, unless another bundle bears its identifier. Nothing else does: a bundle that is not
    /// found may lie where this session does not look, or come back.
    func removeState(of identifier: String) {
        guard searchPath.scope == .user, !load.identifiers.contains(identifier) else { return }
        note(searchPath.activityStates)
        attempt { () throws(StorageError) in
            try store.remover.discard(searchPath.activityStates + "/" + identifier)
        }
    }

    /// Logs why it cannot be done. Where another daemon is at work, the next time will do.
    func attempt(_ work: () throws(StorageError) -> Void) {
        do {
            try work()
        } catch .locked {
            return
        } catch {
            log.problem(error.description)
        }
    }
}
