// SPDX-License-Identifier: Apache-2.0
//
// GNOME and most other desktops count bytes as GLib does, by thousands. KDE counts by 1,024 and has a setting
// for it, so sizes there look as in its file manager.

import ActivityModel
import Host

/// The units in which a desktop shows sizes.
package enum SizeUnits: Int, Sendable {
    // The values of KDE's setting (KFormat::BinaryUnitDialect).

    /// KiB, by 1,024.
    case binary
    /// KB, by 1,024.
    case customary
    /// kB, by 1,000.
    case metric

    /// The units of the person's desktop, determined once per process.
    package static let ofDesktop = SizeUnits(
        desktops: Environment.value("XDG_CURRENT_DESKTOP") ?? "",
        settings: Environment.configFolder.map { $0 + "/kdeglobals" })

    /// - Parameters:
    ///   - desktops: the value of XDG_CURRENT_DESKTOP.
    ///   - settings: path of KDE's settings.
    init(desktops: String, settings: String?) {
        guard desktops.split(separator: ":").contains("KDE") else {
            self = .metric
            return
        }
        let bytes = settings.flatMap { try? AtomicFile.read($0, limit: 1 << 20, followingLinks: true) }
        self = Self.chosen(in: String(decoding: bytes ?? [], as: UTF8.self)) ?? .binary
    }

    private static func chosen(in settings: String) -> SizeUnits? {
        var group: Substring = ""
        for line in settings.split(separator: "\n") {
            if line.hasPrefix("[") { group = line }
            let parts = line.split(separator: "=", maxSplits: 1)
            if group == "[Locale]", parts.count == 2, parts[0] == "BinaryUnitDialect" {
                return Int(parts[1]).flatMap(SizeUnits.init)
            }
        }
        return nil
    }

    /// A size such as `12 kB` or `1.5 MB`: one decimal below ten units, none for bytes.
    func text(_ count: Double, _ decimalMark: Character) -> String {
        let base: Double = self == .metric ? 1000 : 1024
        var (number, prefix) = (count, "")
        for next in ["k", "M", "G", "T"] where number >= base {
            (number, prefix) = (number / base, next)
        }
        guard !prefix.isEmpty else { return "\(Int(count)) B" }
        let unit = (self == .metric ? prefix : prefix.uppercased()) + (self == .binary ? "iB" : "B")
        guard number < 9.95 else { return "\(Int(number.rounded())) \(unit)" }
        let (whole, tenths) = Int((number * 10).rounded()).quotientAndRemainder(dividingBy: 10)
        return "\(whole)\(decimalMark)\(tenths) \(unit)"
    }
}
