// SPDX-License-Identifier: Apache-2.0

import Foundation
import TemplateIcon
import Testing

/// How many faults in Adwaita's icons the rules find, and how many good icons they reject.
///
/// Each fault is put into every eighth measured icon (`Adwaita.step`), or into all of them if
/// TEMPLATE_ICON_STEP is set. ICONS=FOLDER measures another set of icons and prints the table.
@Suite("Confusion table")
struct ConfusionTests {
    @Test("at 64 and 96 pixels 99 % of good icons pass", arguments: [64, 96])
    func clean(size: Int) throws {
        let icons = try Adwaita.blackOnes(size)
        var counts: [String: Int] = [:]
        var refused: [String] = []
        for icon in icons {
            let rules = icon.canvas.broken
            for rule in rules { counts[rule, default: 0] += 1 }
            if !Set(rules).isDisjoint(with: Self.forbidden) { refused.append("\(icon.name): \(rules)") }
        }
        print("clean, \(size) pixels: \(icons.count - refused.count) of \(icons.count) accepted, \(counts)")
        #expect(Double(refused.count) <= 0.01 * Double(icons.count), "\(refused)")
    }

    /// Rules that hardly any good icon may break: all errors, and some warnings.
    private static let forbidden: Set = [
        "icon-unreadable", "icon-size", "icon-empty", "icon-opaque", "icon-colour", "icon-two-tone",
        "icon-shadow", "icon-aliased", "icon-faint",
    ]

    @Test("99 % of each fault are found")
    func violations() throws {
        let step = ProcessInfo.processInfo.environment["TEMPLATE_ICON_STEP"] == nil ? 8 : 1
        let icons = try Adwaita.blackOnes(64).enumerated().filter { $0.offset % step == 0 }.map(\.element)
        for violation in Violation.all {
            var (caught, total) = (0, 0)
            var missed: [String] = []
            for icon in icons {
                guard let canvas = try violation.make(icon.canvas) else { continue }
                total += 1
                if canvas.broken.contains(violation.rule) { caught += 1 } else { missed.append(icon.name) }
            }
            print("\(violation.rule): \(violation): \(caught) of \(total)")
            // A few misses are allowed: round details may become squares when cut.
            let room = max(1, Double(total) * (1 - violation.least))
            #expect(Double(total - caught) <= room, "\(violation) is missed in \(missed)")
        }
    }

    private static let folder = ProcessInfo.processInfo.environment["ICONS"]

    @Test("the table of a folder of icons", .enabled(if: folder != nil, "ICONS names no folder"))
    func table() throws {
        let icons = try IconFolder(path: try #require(Self.folder)).icons
        var counts: [String: Int] = [:]
        for icon in icons {
            for rule in icon.canvas.broken { counts[rule, default: 0] += 1 }
            let faults = icon.canvas.broken.filter(Self.forbidden.contains)
            if !faults.isEmpty { print("refused: \(icon.name): \(faults)") }
        }
        print("\(icons.count) icons, as they are: \(counts)")
        for violation in Violation.all {
            let made = try icons.compactMap { try violation.make($0.canvas) }
            let caught = made.count { $0.broken.contains(violation.rule) }
            print("\(violation.rule): \(violation): \(caught) of \(made.count)")
        }
        #expect(!icons.isEmpty, "there is no square PNG or SVG in the folder")
    }
}
