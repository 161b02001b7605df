// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import CLinux
import Glibc
import TestSupport
import Testing

@testable import ActivityRegistry

/// The allowed owners of folders on the way to a linked bundle.
@Suite struct LinkTargetTests {
    let scratch = Scratch()
    let trust = Trust(owners: [0, geteuid()])

    init() {
        scratch.folder("work/bundle")
        symlink("work/bundle", scratch("link"))
    }

    private func rule() -> Rule? { LinkTarget(of: scratch("link"), trust: trust).fault?.diagnostic.rule }

    @Test func theWayOfAPersonsOwnFoldersIsBelieved() {
        let target = LinkTarget(of: scratch("link"), trust: trust)
        #expect(target.path == scratch("work/bundle"))
        #expect(target.fault?.diagnostic == nil)
    }

    @Test(
        arguments: [(0o777, .bundleOwner), (0o775, .bundleOwner), (0o1777, nil), (0o755, nil)]
            as [(mode_t, Rule?)])
    func aFolderThatOthersCanTakeNamesOutOfIsNot(_ mode: mode_t, _ rule: Rule?) {
        chmod(scratch("work"), mode)
        // A group that others may be in.
        if geteuid() == 0 { chown(scratch("work"), 0, 12_345) }
        #expect(self.rule() == rule)
    }

    @Test(
        .enabled(if: geteuid() == 0, "To give something away takes root."),
        arguments: ["work", "work/bundle", "link"])
    func nothingOnTheWayMayBelongToOthers(_ step: String) {
        lchown(scratch(step), 12_345, 0)
        #expect(rule() == .bundleOwner)
    }

    /// The link is the person's own, and leads into a folder in which others may put such names too.
    @Test(.enabled(if: geteuid() == 0, "To give something away takes root."))
    func aFolderThatOthersHavePutIntoAStickyOneIsNot() {
        chmod(scratch("work"), 0o1777)
        lchown(scratch("work/bundle"), 12_345, 0)
        #expect(rule() == .bundleOwner)
    }

    @Test func fortyLinksAreAnEnd() {
        for number in 0..<50 { symlink("link\(number + 1)", scratch("link\(number)")) }
        let target = LinkTarget(of: scratch("link0"), trust: trust)
        #expect(target.fault?.diagnostic.rule == .bundlePath)
    }
}
