// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ForeignPlugIns
import Glibc
import StrictJSON
import TestSupport
import Testing

/// One run of a generator.
struct Translation {
    var manifests: [String: JSON.Object] = [:]
    /// The reasons of skipped entries, by name.
    var leftOut: [String: String] = [:]
    var sources: [String] = []
    /// The run's error, if it failed.
    var failure: String?

    /// - Parameter data: The person's data folder.
    init(_ name: String, data: String, _ scratch: Scratch, language: String = "C.UTF-8") throws {
        let out = scratch.folder("out-" + name)
        scratch.folder("system")
        symlink("/usr/share/mime", scratch("system/mime"))
        let environment = [
            "HOME": "/home/ada", "XDG_DATA_HOME": data, "XDG_DATA_DIRS": scratch("system"),
            "XDG_CONFIG_HOME": scratch("config"), "XDG_CONFIG_DIRS": scratch("etc"), "LANG": language,
            "PATH": scratch("bin") + ":/usr/bin:/bin",
        ]
        var generator = Generator(name, Surroundings { environment[$0] }, folder: out)
        var told: [[String]] = []
        do throws(Omission) {
            try generator?.run { paths in
                if told.isEmpty { #expect(Files.names(in: out).isEmpty, "Paths are told before all else.") }
                told.append(paths)
            }
        } catch {
            failure = error.reason
            return
        }
        sources = told.flatMap(\.self)
        for bundle in Files.names(in: out) {
            guard let identifier = BundleName.identifier(in: bundle),
                case .object(let manifest) = try JSON(
                    parsing: Files.read(out + "/" + bundle + "/manifest.json"))
            else { continue }
            manifests[identifier] = manifest
        }
        for line in Files.text(out + "/left-out").split(separator: "\n") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            leftOut[fields[1]] = fields[2]
        }
    }

    /// The value of a manifest's key, as compact JSON.
    func text(_ identifier: String, _ key: String) -> String? {
        manifests[identifier]?.value(key).map { String(decoding: $0.serialized, as: UTF8.self) }
    }

    /// Plug-ins of every format, written for these tests.
    static let forms = Checkout.path + "/Tests/ForeignForms"
}
