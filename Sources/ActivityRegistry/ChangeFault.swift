// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// Why a change to the registry was not made.
package enum ChangeFault: Error, Sendable {
    case rejected([Diagnostic])
    case noSuchActivity(String)
    case systemOrderIsFixed(String)
    /// An arrangement names this identifier twice.
    case repeated(String)
    case tooManyFiles(maximum: Int)
    /// So many icons of the same client wait to be judged already.
    case tooManyIcons(maximum: Int)
    /// The disk's thread has not done it.
    case disk(DiskRefusal)
    /// It could not be stored, or may not.
    case store(RegistryError)
}
