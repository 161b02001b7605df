// SPDX-License-Identifier: Apache-2.0

import Glibc
package import StrictJSON
import TestSupport

/// A bundle that a test writes or registers; valid unless the test changes it.
package struct Plugin: Sendable {
    package let identifier: String
    package var manifest: JSON.Object
    package var files: [String: [UInt8]] = ["icon.png": Plugin.icon]
    package var executables: Set<String> = []

    /// A mask of 70 x 70 pixels that the judge accepts.
    package static let icon = Files.read(Checkout.path + "/Activities/io.activityd.save.activity/icon.png")

    package init(
        _ identifier: String, _ title: String, types: [JSON] = ["*/*"], position: Int? = nil,
        _ more: KeyValuePairs<String, JSON> = [:]
    ) {
        self.identifier = identifier
        // Another program than the system's, which would be recreated otherwise.
        let program: JSON = position == nil ? "plugin-tool" : "system-tool"
        manifest = JSON.Object([
            ("manifestVersion", 1), ("identifier", .string(identifier)), ("title", .string(title)),
            ("icon", "icon.png"), ("category", "action"), ("accepts", [["types": .array(types)]]),
            ("perform", ["exec": [program, "%U"]]),
        ])
        if let position { manifest.set("position", .integer(position)) }
        for (name, value) in more { manifest.set(name, value) }
    }

    /// The same with other values; null takes a key out.
    package func with(_ changes: KeyValuePairs<String, JSON>) -> Plugin {
        var copy = self
        for (name, value) in changes { copy.manifest.set(name, value == .null ? nil : value) }
        return copy
    }

    package func with(file name: String, _ bytes: [UInt8]?) -> Plugin {
        var copy = self
        copy.files[name] = bytes
        return copy
    }

    package func with(executable name: String, _ text: String) -> Plugin {
        var copy = with(file: name, Array(text.utf8))
        copy.executables.insert(name)
        return copy
    }

    package var folderName: String { identifier + ".activity" }

    /// All files, the manifest last unless a test brings its own.
    private var everything: [(name: String, bytes: [UInt8])] {
        files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            + (files["manifest.json"] == nil ? [("manifest.json", JSON.object(manifest).serialized)] : [])
    }

    /// Writes the bundle's folder into a folder of the search path.
    @discardableResult
    package func write(into folder: String) -> String {
        let path = folder + "/" + folderName
        Files.makeFolder(path)
        for (name, bytes) in everything {
            Files.write(path + "/" + name, bytes, mode: executables.contains(name) ? 0o755 : 0o644)
        }
        return path
    }

    /// The parameter `files` of Register and Check.
    package var uploads: JSON {
        .array(
            everything.map { name, bytes in
                var file = JSON.Object([("path", .string(name)), ("data", .string(Base64.encode(bytes)))])
                if executables.contains(name) { file.set("executable", true) }
                return .object(file)
            })
    }
}

extension Plugin {
    /// Keeps librsvg busy for hours.
    package static let slow = Plugin("org.example.slow", "Slow", ["icon": "icon.svg"])
        .with(
            file: "icon.svg",
            Array(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><filter id="f"><feTurbulence \
                baseFrequency="0.05" numOctaves="100000000"/></filter><rect filter="url(#f)" width="16" \
                height="16"/></svg>
                """.utf8))
}
