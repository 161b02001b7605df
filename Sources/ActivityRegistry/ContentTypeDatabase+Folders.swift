// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

extension ContentTypeDatabase {
    /// 4 MiB, eighty times what shared-mime-info ships.
    private static let maximumBytes = 4 << 20

    /// Reads `aliases` and `subclasses` of the shared-mime-info database's folders, the most important folder
    /// first. A file that is missing, or cannot be read, adds nothing.
    package init(folders: [String]) {
        self.init()
        for folder in folders {
            if let text = Self.text(folder + "/aliases") { add(aliases: text) }
            if let text = Self.text(folder + "/subclasses") { add(subclasses: text) }
        }
    }

    private static func text(_ path: String) -> String? {
        let bytes = try? AtomicFile.read(path, limit: maximumBytes)
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
