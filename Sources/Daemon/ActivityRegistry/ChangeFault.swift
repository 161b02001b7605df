// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import Host

/// Why a change to the registry was not made.
package enum ChangeFault: Error, Hashable, Sendable {
    /// The caller may not do this in this scope.
    case notPermitted(reason: String)
    /// The admin has locked the election of this identifier, in a file.
    case lockedByAdmin(String, by: String?)
    case rejected([Diagnostic])
    case noSuchActivity(String)
    case systemOrderIsFixed(String)
    /// An arrangement names this identifier twice.
    case repeated(String)
    case tooManyFiles(maximum: Int)
    /// The client's share of icons that may wait to be judged is used up.
    case tooManyIcons(maximum: Int)
    /// The disk's thread has not done it.
    case disk(DiskRefusal)
    /// It could not be stored.
    case store(StorageError)
}
