// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import Host
import StrictJSON

extension PolicyLayers {
    /// What of a folder is not in force where it is what was applied beneath `root`: the admin's own of the same name comes
    /// before it.
    ///
    /// - Parameter bundles: their paths in the folder.
    package static func hidden(
        in folder: String, bundles: [String], root: String
    ) -> [(path: String, by: String)] {
        let path = SearchPath.system(root: root)
        let layers = PolicyLayers(path.policyFolders.map { $0 == path.appliedFolder ? folder : $0 })
        let lastGood = LastGood(folder: path.stateFolders[0], isPersons: false)
        let files = PolicyKind.allCases.flatMap { kind in
            var found = PolicyFiles(kind, lastGood)
            found.readDropIns(in: layers.folders, note: { _ in })
            return found.files.compactMap { file -> (path: String, by: String)? in
                let (parent, name) = Folder.split(file.path)
                guard let by = file.by, parent.isExactly(folder + "/" + kind.folder) else { return nil }
                return (kind.folder + "/" + name, by)
            }
        }
        let earlier = path.folders.prefix { $0.path != path.appliedFolder + "/activities" }
        return files
            + bundles.compactMap { bundle in
                let name = "/" + Folder.split(bundle).name
                var status = stat()
                let first = earlier.first { lstat($0.path + name, &status) == 0 }
                return first.map { (bundle, $0.path + name) }
            }
    }
}
