// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Foundation
import TemplateIcon

/// A folder of icons, searched recursively: square PNGs as they are, and SVGs rendered at 70 pixels.
struct IconFolder {
    let path: String

    /// Icons ordered by path; unreadable and non-square ones are omitted.
    var icons: [(name: String, canvas: Canvas)] {
        get throws {
            let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
            return try names.sorted().compactMap { name in
                guard name.hasSuffix(".png") || name.hasSuffix(".svg") else { return nil }
                return Self.bitmap(try Adwaita.bytes("\(path)/\(name)"), name).map { (name, Canvas($0)) }
            }
        }
    }

    private static func bitmap(_ bytes: [UInt8], _ name: String) -> Bitmap? {
        let ending = name.suffix(4)
        let icon = IconFiles(icon: "icon\(ending)", files: ["icon\(ending)": bytes])
        let bitmap = IconRules.examine(icon).first?.bitmap
        return bitmap.flatMap { $0.width == $0.height ? $0 : nil }
    }
}
