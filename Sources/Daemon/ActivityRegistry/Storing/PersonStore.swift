// SPDX-License-Identifier: Apache-2.0

package import Host

/// A file of things that are remembered of a person with an activity, such as answers.
package protocol PersonStore: Sendable {
    /// Forgets what is kept with one activity; durable when it returns.
    ///
    /// - Returns: whether anything was kept.
    /// - Throws: `corrupt` and `storage` for a file that may hold it all the same.
    func forget(_ identifier: String) throws(StorageError) -> Bool
}
