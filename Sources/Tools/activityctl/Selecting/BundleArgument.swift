// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host

/// A bundle's folder as a command line names it.
enum BundleArgument {
    /// Its path from the root, without links.
    static func absolute(_ path: String) throws -> String {
        guard let absolute = RealPath.find(path) else {
            guard errno != ENOENT, errno != ENOTDIR else { throw noFolder(path) }
            throw Failure("\(printable(path)): \(ErrorText.of()).")
        }
        guard FileKind(absolute) == .folder else { throw noFolder(path) }
        return absolute
    }

    /// As far as it can be read.
    static func manifest(in folder: String) -> Manifest {
        let bytes = try? FileBytes.read(folder + "/manifest.json", limit: ManifestDecoder.maximumBytes)
        return ManifestDecoder(isSystem: false, folder: nil).decode(bytes ?? []).manifest
    }

    static func noFolder(_ path: String) -> Failure {
        Failure("\(printable(path)) is not a folder.", next: "Give the folder that holds manifest.json.")
    }
}
