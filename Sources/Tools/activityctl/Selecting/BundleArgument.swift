// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

enum BundleArgument {
    /// Resolves a bundle's folder to an absolute path without links.
    ///
    /// - Throws: `Failure` if it is missing or not a folder.
    static func absolute(_ path: String) throws -> String {
        guard let absolute = RealPath.find(path) else {
            guard errno != ENOENT, errno != ENOTDIR else { throw noFolder(path) }
            throw Failure("\(printable(path)): \(ErrorText.of()).")
        }
        guard FileKind(absolute) == .folder else { throw noFolder(path) }
        return absolute
    }

    /// The manifest as far as it can be parsed; empty if it cannot be read.
    static func manifest(in folder: String) -> Manifest {
        let bytes = try? FileBytes.read(folder + "/manifest.json", limit: ManifestDecoder.maximumBytes)
        return ManifestDecoder(isSystem: false, folder: nil).decode(bytes ?? []).manifest
    }

    static func noFolder(_ path: String) -> Failure {
        Failure("\(printable(path)) is not a folder.", next: "Give the folder that holds manifest.json.")
    }
}
