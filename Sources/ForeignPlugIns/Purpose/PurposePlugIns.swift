// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import StrictJSON

/// KDE's Purpose plug-ins, scripted and compiled, as its AlternativesModel finds them.
struct PurposePlugIns: ForeignFormat {
    static let prefix = "purpose"

    private let surroundings: Surroundings
    /// Plug-ins that the person has switched off, and the one that Purpose leaves out of itself.
    private let disabled: Set<String>
    private let process: String?

    init(surroundings: Surroundings) {
        self.surroundings = surroundings
        let settings = surroundings.configFolders.lazy.compactMap { folder in
            (try? ForeignFile.read(folder + "/purposerc")).flatMap { try? KeyFile($0, dialect: .kconfig) }
        }.first
        disabled = Set(settings?["plugins"]?.commaList("disabled") ?? []).union(["saveasplugin"])
        process = CompiledPlugIns.process
    }

    func files() -> ForeignFiles {
        var files = ForeignFiles()
        for config in surroundings.configFolders { files.add(source: config + "/purposerc") }
        for data in surroundings.dataFolders {
            let folder = data + "/kpackage/Purpose"
            files.add(source: folder)
            for name in (try? Folder(opening: folder).names()) ?? [] {
                let path = folder + "/" + name + "/metadata.json"
                guard access(path, F_OK) == 0 else { continue }
                files.add(ForeignFiles.File(path: path, name: name, folder: folder + "/" + name))
                files.add(source: folder + "/" + name)
            }
        }
        if process != nil {
            for folder in CompiledPlugIns.folders { files.add(folder: folder, ending: ".so") }
        }
        return files
    }

    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction] {
        let isCompiled = file.path.hasSuffix(".so")
        let metadata =
            isCompiled
            ? try CompiledPlugIns.metadata(file.path) : try Self.object(ForeignFile.read(file.path))
        let plugIn = PurposeMetadata(metadata, fallbackName: file.name)
        return [
            ForeignAction(plugIn.title.text) { () throws(Omission) in
                try translated(plugIn, file, isCompiled)
            }
        ]
    }

    private static func object(_ bytes: [UInt8]) throws(Omission) -> JSON.Object {
        guard case .object(let object)? = try? JSON(parsing: bytes) else {
            throw Omission("Its metadata is not JSON.")
        }
        return object
    }

    private func translated(
        _ plugIn: PurposeMetadata, _ file: ForeignFiles.File, _ isCompiled: Bool
    ) throws(Omission) -> ForeignActivity {
        guard !disabled.contains(plugIn.identifier) else {
            throw Omission("It is switched off in KDE's settings.")
        }
        guard !plugIn.identifier.hasPrefix("io.activityd") else {
            throw Omission("It opens this very sheet.")
        }
        guard let type = plugIn.types.first(where: { $0 == "Export" }) else {
            throw Omission("It is not for files.")
        }
        guard !isCompiled || plugIn.configuration.isEmpty else {
            throw Omission("It asks by a page of KDE's own, which no other sheet can show.")
        }
        let program = isCompiled ? process : try Self.script(file.folder)
        guard let program else { throw Omission("KDE's purposeprocess is not installed.") }
        var activity = ForeignActivity(
            identifier: ForeignIdentifier.make(Self.prefix, [plugIn.identifier]), title: plugIn.title,
            activation: try plugIn.activation(),
            performing: .request([
                OwnProgram.path("activity-generator"), "perform-purpose", program, type, file.path, "%U",
            ]))
        activity.titles = plugIn.titles
        activity.icon = plugIn.icon
        activity.isShare = true
        activity.programs = try plugIn.programs(surroundings)
        return activity
    }

    /// The script of a package.
    private static func script(_ folder: String) throws(Omission) -> String {
        let code = folder + "/contents/code"
        let names = (try? Folder(opening: code).names()) ?? []
        guard let name = names.first(where: { $0.hasPrefix("main.") }) else {
            throw Omission("It lacks its program, contents/code/main.")
        }
        guard access(code + "/" + name, X_OK) == 0 else { throw Omission("Its program is not executable.") }
        return code + "/" + name
    }
}
