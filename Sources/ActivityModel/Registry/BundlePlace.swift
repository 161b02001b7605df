// SPDX-License-Identifier: Apache-2.0

/// Where a bundle's folder lies. A hundred thousand of one search folder share that folder's text: a path of
/// its own for each would be a tenth of what they cost.
package enum BundlePlace: Hashable, Sendable {
    /// In this search folder, by the bundle's identifier.
    case among(String)
    /// Anywhere; an empty path where the bundle has no folder yet.
    case at(String)

    /// What the names of bundles' folders end in.
    package static let ending = ".activity"

    /// What stands before the ending of a folder's name; nil for a name without it.
    package static func identifier(inName name: String) -> String? {
        let bytes = name.utf8
        guard bytes.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return nil }
        return String(Substring(bytes.dropLast(ending.utf8.count)))
    }

    /// The path of the folder of the bundle `identifier`.
    package func path(of identifier: String) -> String {
        switch self {
        case .at(let path): return path
        case .among(let folder):
            var path = folder
            path.reserveCapacity(folder.utf8.count + identifier.utf8.count + Self.ending.utf8.count + 1)
            path += "/"
            path += identifier
            path += Self.ending
            return path
        }
    }
}
