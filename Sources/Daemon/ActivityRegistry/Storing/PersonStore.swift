// SPDX-License-Identifier: Apache-2.0

package import Host

/// A file in which the daemon remembers a person's use of activities, such as answers.
package protocol PersonStore: Sendable {
    /// Removes everything stored about one activity; durable when it returns.
    ///
    /// - Returns: whether anything was stored.
    /// - Throws: `corrupt` and `storage`; the file may then still contain the data.
    func forget(_ identifier: String) throws(StorageError) -> Bool
}
