// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
package import Host

package enum ChangeFault: Error, Hashable, Sendable {
    /// The caller may not make this change in this scope.
    case notPermitted(reason: String)
    /// The admin has locked the election of this identifier; `by` is the policy file, if known.
    case lockedByAdmin(String, by: String?)
    case rejected([Diagnostic])
    case noSuchActivity(String)
    case systemOrderIsFixed(String)
    /// The list names this identifier twice.
    case repeated(String)
    case tooManyFiles(maximum: Int)
    /// The client has reached its maximum of icons that wait to be judged.
    case tooManyIcons(maximum: Int)
    /// The disk thread did not carry out the change.
    case disk(DiskRefusal)
    /// The change could not be stored, or the next scan did not find it.
    case store(StorageError)
}
