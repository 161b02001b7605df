// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Host

/// Work to do after a scan, for which no client waits.
extension RegistryKeeper {
    package func tidy() {
        save()
        // A load frees about as much memory as it retains; the allocator would keep it for the next load.
        malloc_trim(0)
    }

    /// Saves new state. A file in a folder that another daemon has locked is saved the next time.
    package func save() {
        reportPath(searchPath.cacheFolder)
        attempt { () throws(StorageError) in try cache.save() }
        attempt { () throws(StorageError) in try reported.save() }
        saveMemory()
        attempt { () throws(StorageError) in try established.save() }
    }

    /// Saves the contents of the policy files, before they are in force.
    ///
    /// - Returns: an error message if they cannot be saved; the policy is in force all the same.
    @discardableResult
    func saveMemory() -> String? {
        reportPath(searchPath.stateFolders[0])
        do {
            try memory.save()
        } catch .locked {
            // Another daemon is writing there; the next save suffices.
        } catch {
            return "\(error) Until then no next daemon knows what a file of policy said before it broke."
        }
        return nil
    }

    /// Removes the state that an activity has stored, unless another bundle has its identifier. Only
    /// Unregister does so: a bundle that is not found may be in a folder that this session does not search,
    /// or may come back.
    func removeState(of identifier: String) {
        guard searchPath.scope == .user, !load.identifiers.contains(identifier) else { return }
        reportPath(searchPath.activityStates)
        attempt { () throws(StorageError) in
            try store.remover.discard(searchPath.activityStates + "/" + identifier)
        }
    }

    /// Runs `work`, and logs a failure, unless another daemon holds the lock: then the next attempt suffices.
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
