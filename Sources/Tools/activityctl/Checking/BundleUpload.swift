// SPDX-License-Identifier: Apache-2.0

package import ActivityInterface
import ActivityModel
import ActivityRegistry
import ContentSelection
import Glibc
import Host
import StrictJSON

/// A bundle's files, to send with Register.
package struct BundleUpload {
    package static let maximumFiles = 256

    package private(set) var files: [Registry.File] = []
    private var size = 0

    /// - Throws: `Failure` if the folder has no manifest.json, is too large for one call, or contains
    ///   something that cannot be sent or read. The bundle is not validated.
    package init(folder: String) throws {
        if let name = RawArgument.misnamed(folder) { throw Failure(misnamed: name) }
        guard FileKind(folder) == .folder else { throw BundleArgument.noFolder(folder) }
        guard FileKind(folder + "/manifest.json") != .missing else {
            throw Failure(
                "There is no manifest.json in \(printable(folder)).",
                next: "Write one beside the icon, or give the bundle's own folder.")
        }
        try add(folder, "")
    }

    private mutating func add(_ folder: String, _ prefix: String) throws {
        for name in try names(folder) {
            let path = folder + "/" + name
            switch FileKind(path) {
            case .folder: try add(path, prefix + name + "/")
            case .file(let isExecutable): try add(path, prefix + name, isExecutable)
            default:
                throw Failure(
                    "\(printable(path)) is neither a file nor a folder.",
                    next: "A bundle holds regular files only: put a copy in the link's place.")
            }
        }
    }

    private mutating func add(_ path: String, _ name: String, _ isExecutable: Bool) throws {
        guard files.count < Self.maximumFiles else {
            throw Failure("The bundle holds more than \(Self.maximumFiles) files.", next: Self.advice)
        }
        let data = Base64.encode(try FileBytes.read(path, limit: DaemonClient.maximumFrame))
        size += data.utf8.count + name.utf8.count
        guard size < DaemonClient.maximumFrame else {
            throw Failure("The bundle is larger than one call can carry (1 MiB).", next: Self.advice)
        }
        files.append(Registry.File(path: name, data: data, executable: isExecutable ? true : nil))
    }

    private static let advice =
        "Copy its folder into the search path instead; \"activityctl status\" shows the path."

    /// Returns the names of a folder's entries, sorted.
    ///
    /// - Throws: `Failure`, also if a name is not UTF-8: skipping the file would break the bundle.
    private func names(_ folder: String) throws -> [String] {
        var names: [String] = []
        var misnamed: [UInt8]?
        do throws(StorageError) {
            try Folder(opening: folder).visit { name, _ in
                let bytes = name.map { UInt8(bitPattern: $0) }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    misnamed = bytes
                    return false
                }
                names.append(text)
                return true
            }
        } catch {
            throw Failure(printable(error.description))
        }
        if let misnamed { throw Failure(misnamed: FileName(Array((folder + "/").utf8) + misnamed)) }
        return names.sorted()
    }
}

extension Failure {
    /// A path that is not UTF-8, which JSON cannot contain.
    init(misnamed path: FileName) {
        self.init("The name \(printable(path.text)) is not UTF-8.", next: "Rename it.")
    }
}
