// SPDX-License-Identifier: Apache-2.0

package import Host

/// Entries of a bundle store that may not be replaced.
extension StorageError {
    /// A symbolic link (a mask, or the person's own) is in the place of a new bundle.
    package static func linkInTheWay(path: String) -> StorageError {
        .inTheWay(
            path: path,
            what: "a symbolic link, which is never replaced. If it is no longer wanted, remove it first.")
    }

    /// A link to a bundle under development is in the place of a new copy.
    package static func bundleLinkInTheWay(path: String, identifier: String) -> StorageError {
        .inTheWay(
            path: path,
            what: "a link to a bundle that is worked on. Remove the link first, with "
                + "\"activityctl unregister \(identifier)\": the bundle stays where it is.")
    }

    /// A bundle is in the place of a new link.
    package static func copyInTheWay(path: String, identifier: String) -> StorageError {
        .inTheWay(
            path: path,
            what: "a copy of the bundle. Remove it first, with \"activityctl unregister \(identifier)\".")
    }
}
