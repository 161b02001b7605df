// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TemplateIcon
import Testing

@Suite("Icons drawn by others")
struct AdwaitaTests {
    @Test(
        "of 647 pictures the 617 black ones pass the colour test and the 30 coloured ones do not",
        arguments: [64, 96])
    func pictures(size: Int) throws {
        let paths = try Adwaita.pictures(size)
        let black = try Adwaita.blackOnes(size).count
        var refused = 0
        for path in paths {
            let bitmap = try Bitmap(png: try Adwaita.bytes(path))
            let rules = Picture(name: path, bitmap: bitmap)?.diagnostics.map(\.rule) ?? []
            if rules.contains(.iconColour) { refused += 1 }
        }
        print("\(size) pixels: \(paths.count) pictures, \(black) black, \(refused) refused for their colour")
        #expect(black * 10 >= paths.count * 9)
        #expect(refused == paths.count - black)
    }

    @Test("99 % of the drawings without colour pass, the others do not")
    func drawings() throws {
        let paths = try Adwaita.drawings()
        var counts: [String: Int] = [:]
        var refused: [String] = []
        var coloured = 0
        for path in paths {
            let icon = IconFiles(icon: "icon.svg", files: ["icon.svg": try Adwaita.bytes(path)])
            let rules = IconRules.judge(icon).map(\.rule)
            for rule in rules { counts[rule.rawValue, default: 0] += 1 }
            if rules.contains(.iconColour) {
                coloured += 1
            } else if rules.contains(where: { $0.severity == .error || $0 == .iconAliased }) {
                refused.append("\(path): \(rules)")
            }
        }
        print("\(paths.count) drawings, \(coloured) coloured, \(refused.count) others refused, \(counts)")
        #expect(coloured > 0 && coloured < paths.count / 10)
        #expect(refused.count <= max(1, paths.count / 100), "\(refused)")
    }
}
