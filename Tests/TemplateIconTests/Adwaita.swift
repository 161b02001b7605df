// SPDX-License-Identifier: Apache-2.0

import Foundation
import TemplateIcon
import Testing

/// The symbolic icons of Debian's adwaita-icon-theme: 647 real template icons at each size.
enum Adwaita {
    private static let theme = "/usr/share/icons/Adwaita"

    /// Distance between the icons that are measured: 1 in a release build, 10 in a debug build, which is much
    /// slower. TEMPLATE_ICON_STEP sets another.
    static let step: Int = {
        let asked = ProcessInfo.processInfo.environment["TEMPLATE_ICON_STEP"].flatMap(Int.init)
        return max(1, asked ?? (_isDebugAssertConfiguration() ? 10 : 1))
    }()

    /// Paths of the symbolic PNGs of a size (64 or 96), every `step`th.
    static func pictures(_ size: Int) throws -> [String] {
        try files(in: "\(theme)/\(size)x\(size)") { $0.contains("-symbolic") && $0.hasSuffix(".png") }
    }

    /// Paths of the SVGs from which the PNGs were made, every `step`th.
    static func drawings() throws -> [String] {
        try files(in: "\(theme)/scalable") { $0.hasSuffix("-symbolic.svg") }
    }

    private static func files(in folder: String, _ isMeant: (String) -> Bool) throws -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let found = names.filter(isMeant).sorted().map { "\(folder)/\($0)" }
        try #require(
            !found.isEmpty, "\(folder) is empty: install adwaita-icon-theme, which these tests measure")
        return found.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The black icons of a size, with their names without folder and extensions.
    static func blackOnes(_ size: Int) throws -> [(name: String, canvas: Canvas)] {
        try pictures(size).compactMap { path in
            let canvas = Canvas(try Bitmap(png: try bytes(path)))
            let name = String((path as NSString).lastPathComponent.prefix { $0 != "." })
            return isBlack(canvas) ? (name, canvas) : nil
        }
    }

    /// Whether every visible pixel is #000000. It does not use the code under test.
    private static func isBlack(_ canvas: Canvas) -> Bool {
        canvas.alpha.indices.allSatisfy { canvas.alpha[$0] < 0.04 || canvas.colours[$0] == [0, 0, 0] }
    }
}
