// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// The files of one bundle's icon: the file that the manifest names, and its @1x, @2x and @3x siblings. The
/// JSON form, sent to the drawing process: `{"icon": "icon.png", "files": {"icon.png": base64}}`.
package struct IconFiles: Hashable, Sendable, JSONObjectConvertible {
    /// 256 KiB: fifty times as much as a template image needs.
    package static let maximumBytes = 262_144

    package let icon: String
    package let files: [String: [UInt8]]

    package init(icon: String, files: [String: [UInt8]]) {
        self.icon = icon
        self.files = files
    }

    package init(_ object: JSON.Object) throws(JSON.Mismatch) {
        icon = try object.read("icon")
        let texts: [String: String] = try object.read("files")
        var files: [String: [UInt8]] = [:]
        for (name, text) in texts {
            guard let bytes = Base64.decode(text) else {
                throw JSON.Mismatch(expected: "base64 with padding").beneath(name).beneath("files")
            }
            files[name] = bytes
        }
        self.files = files
    }

    package var object: JSON.Object {
        .withoutNulls(["icon": icon, "files": files.mapValues(Base64.encode)])
    }
}
