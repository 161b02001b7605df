// SPDX-License-Identifier: Apache-2.0

import CGtk4
import Testing

@testable import SheetWindow

@Suite("Which presses count")
struct PressRuleTests {
    private static let enter: UInt32 = 36
    private static let space: UInt32 = 65

    /// A rule with the clock of `PressGuard`, which tests advance.
    private final class Sheet {
        var rule = PressRule()
        private var left: Int?
        private var times = 0

        init(down: Set<UInt32> = []) {
            rule.activate(down: down)
            restart()
        }

        /// A sheet to which the person has already turned: it accepts presses without a wait.
        convenience init(turnedToBy turning: Turning) {
            self.init()
            wait(500)
            _ = turn(by: turning)
            wait(500)
        }

        func turn(by turning: Turning) -> Bool {
            switch turning {
            case .moves: press(114, .moves)
            case .types: press(39, .types)
            case .clicks: click()
            }
        }

        func restart() {
            guard rule.times != times else { return }
            (times, left) = (rule.times, rule.waits ? 500 : nil)
        }

        func wait(_ milliseconds: Int) {
            guard let time = left else { return }
            left = time - milliseconds
            guard time <= milliseconds else { return }
            rule.becomeQuiet()
            left = nil
        }

        /// Presses and releases a key; returns whether the press counts.
        func press(_ code: UInt32, _ key: PressRule.Key = .performs) -> Bool {
            effect(code, key) == .counts
        }

        func effect(_ code: UInt32, _ key: PressRule.Key = .performs) -> PressRule.Effect {
            defer {
                rule.release(code)
                restart()
            }
            return rule.press(code, key)
        }

        func hold(_ code: UInt32, _ key: PressRule.Key = .performs) -> Bool {
            defer { restart() }
            return rule.press(code, key) == .counts
        }

        func click() -> Bool {
            defer { restart() }
            return rule.press()
        }

        func turn() {
            rule.pageChanged()
            restart()
        }
    }

    @Test(
        "A press counts after half a second",
        arguments: [(0, false), (499, false), (500, true), (5000, true)])
    func quiet(milliseconds: Int, counts: Bool) {
        let (keyed, clicked) = (Sheet(), Sheet())
        keyed.wait(milliseconds)
        clicked.wait(milliseconds)
        #expect(keyed.press(Self.enter) == counts)
        #expect(clicked.click() == counts)
    }

    @Test("Each press that is dropped begins the time anew", arguments: [1, 200, 499])
    func begunAnew(interval: Int) {
        let sheet = Sheet()
        for _ in 0..<20 {
            sheet.wait(interval)
            #expect(!sheet.click())
            sheet.wait(interval)
            #expect(!sheet.press(Self.enter))
        }
        sheet.wait(500)
        #expect(sheet.click())
    }

    @Test("What counts at once begins the time anew, too", arguments: [PressRule.Key.moves, .types])
    func countsAtOnce(key: PressRule.Key) {
        let sheet = Sheet()
        sheet.wait(499)
        #expect(sheet.press(114, key))
        sheet.wait(499)
        #expect(!sheet.press(Self.enter))
    }

    @Test("A line that is written for another window chooses and performs nothing", arguments: [0, 110, 499])
    func writing(interval: Int) {
        let sheet = Sheet()
        sheet.wait(750)
        let line: [PressRule.Key] = [.modifies, .seeks, .seeks, .seeks, .performs, .seeks, .performs]
        for (code, key) in zip(UInt32(0)..., line) {
            #expect(sheet.press(code, key) == (key == .modifies), "Key \(code)")
            sheet.wait(interval)
        }
        #expect(!sheet.click())
        sheet.wait(500)
        #expect(!sheet.press(39, .seeks))
        sheet.wait(500)
        #expect(sheet.click())
    }

    @Test("The first arrow has the page become quiet once more, and those behind it do not")
    func firstArrow() {
        let sheet = Sheet()
        sheet.wait(5000)
        #expect(sheet.press(114, .moves))
        sheet.wait(499)
        #expect(!sheet.press(Self.enter))
        sheet.wait(500)
        #expect(sheet.press(114, .moves))
        #expect(sheet.press(Self.enter))
    }

    @Test("A capital letter is text for an entry as any other")
    func capitals() {
        let sheet = Sheet()
        sheet.wait(500)
        #expect(sheet.press(50, .modifies) && sheet.press(39, .types))
        #expect(sheet.press(Self.enter))
    }

    @Test("What is typed behind the first Tab does not put Enter off")
    func typingOn() {
        let sheet = Sheet()
        sheet.wait(500)
        #expect(sheet.press(23, .moves))
        for _ in 0..<5 {
            #expect(sheet.press(39, .types))
            sheet.wait(100)
        }
        #expect(sheet.press(Self.enter))
    }

    @Test("The first press behind letters confirms what they have chosen, and the next one performs it")
    func confirming() {
        let sheet = Sheet(turnedToBy: .moves)
        for _ in 0..<3 { #expect(sheet.press(39, .seeks)) }
        #expect(sheet.effect(Self.enter) == .confirms)
        #expect(sheet.effect(Self.enter) == .dropped, "Paragraphs end with two lines.")
        sheet.wait(500)
        #expect(sheet.effect(Self.enter) == .counts)
        for key in [PressRule.Key.seeks, .writes] {
            #expect(sheet.press(39, key))
            #expect(sheet.effect(Self.space) == .confirms)
            sheet.wait(500)
        }
        #expect(sheet.press(39, .seeks))
        #expect(sheet.press(59, .writes))
        #expect(sheet.effect(Self.enter) == .confirms, "A comma confirms nothing.")
    }

    @Test("A line with an arrow in it performs nothing", arguments: [0, 110, 300])
    func writingBehindAnArrow(interval: Int) {
        let sheet = Sheet(turnedToBy: .moves)
        let line: [PressRule.Key] = [
            .seeks, .writes, .performs, .performs, .seeks, .writes, .performs, .modifies, .seeks, .performs,
        ]
        for (code, key) in zip(UInt32(0)..., line) {
            let effect = sheet.effect(code, key)
            #expect(effect != .counts || key != .performs, "Key \(code)")
            sheet.wait(interval)
        }
    }

    @Test("A held key confirms once, and performs nothing")
    func heldBehindLetters() {
        let sheet = Sheet(turnedToBy: .moves)
        #expect(sheet.press(39, .seeks))
        #expect(sheet.rule.press(Self.enter, .performs) == .confirms)
        #expect(sheet.effect(Self.enter) == .dropped)
        sheet.wait(500)
        #expect(sheet.effect(Self.enter) == .counts)
    }

    @Test("What an arrow or a click has chosen needs no confirming", arguments: [Turning.moves, .clicks])
    func chosenAnew(turning: Turning) {
        let sheet = Sheet(turnedToBy: .moves)
        #expect(sheet.press(39, .seeks))
        #expect(sheet.turn(by: turning))
        #expect(sheet.effect(Self.enter) == .counts)
    }

    @Test("Of two presses on a page that nobody has turned to the second is dropped")
    func twice() {
        let sheet = Sheet()
        sheet.wait(500)
        #expect(sheet.press(Self.enter))
        #expect(!sheet.press(Self.enter))
    }

    /// Events that show that the person looks at the page.
    enum Turning: CaseIterable { case moves, types, clicks }

    @Test(
        "A page that the person has turned to takes presses as fast as they come", arguments: Turning.allCases
    )
    func turnedTo(turning: Turning) {
        let sheet = Sheet(turnedToBy: turning)
        #expect(sheet.press(Self.enter))
        #expect(sheet.click())
        #expect(sheet.press(Self.space))
        sheet.turn()
        #expect(!sheet.press(Self.enter))
    }

    @Test("An arrow turns to a page that is not quiet, and text for an entry does not")
    func turnedToEarly() {
        let (moved, written) = (Sheet(), Sheet())
        #expect(moved.press(114, .moves))
        #expect(written.press(39, .types))
        for sheet in [moved, written] { sheet.wait(500) }
        #expect(moved.press(39, .seeks))
        #expect(!written.press(39, .seeks))
    }

    @Test("Another page has to become quiet itself")
    func anotherPage() {
        let sheet = Sheet()
        sheet.wait(500)
        #expect(sheet.press(Self.enter))
        sheet.turn()
        sheet.wait(150)
        #expect(!sheet.press(Self.enter))
        sheet.wait(500)
        #expect(sheet.press(Self.enter))
    }

    @Test("A key that an input method held back counts on the page that it was pressed on alone")
    func heldBack() {
        let sheet = Sheet()
        sheet.wait(500)
        #expect(sheet.press(Self.enter))
        #expect(sheet.rule.pressAgain(.performs))
        sheet.turn()
        sheet.wait(5000)
        #expect(!sheet.rule.pressAgain(.performs))
        #expect(sheet.rule.pressAgain(.types))
    }

    @Test("A held key performs once, and after its release again")
    func held() {
        let sheet = Sheet()
        sheet.wait(500)
        #expect(sheet.hold(Self.enter))
        for _ in 0..<10 {
            sheet.wait(700)
            #expect(!sheet.hold(Self.enter))
        }
        sheet.rule.release(Self.enter)
        #expect(!sheet.press(Self.enter), "The last repetition was just now.")
        sheet.wait(500)
        #expect(sheet.press(Self.enter))
    }

    @Test("A key that was down before the window came counts after its release")
    func heldBefore() {
        let sheet = Sheet(down: [Self.enter])
        sheet.wait(700)
        #expect(!sheet.hold(Self.enter))
        sheet.rule.release(Self.enter)
        sheet.wait(500)
        #expect(sheet.press(Self.enter))
    }

    @Test("A held Escape leaves once, and after its release again")
    func leaves() {
        let (sheet, escape) = (Sheet(), UInt32(9))
        #expect(sheet.hold(escape, .leaves))
        sheet.turn()
        #expect(!sheet.hold(escape, .leaves))
        sheet.rule.release(escape)
        #expect(sheet.press(escape, .leaves))
    }

    @Test("A held arrow moves on, and a held letter types on", arguments: [PressRule.Key.moves, .types])
    func repeats(key: PressRule.Key) {
        let sheet = Sheet()
        sheet.wait(500)
        for _ in 0..<3 { #expect(sheet.hold(114, key)) }
    }

    @Test("Nothing counts in a window without the focus, and its return begins the time anew")
    func inactive() {
        let sheet = Sheet()
        sheet.wait(500)
        sheet.rule.deactivate()
        #expect(!sheet.click())
        sheet.wait(5000)
        #expect(!sheet.click())
        sheet.rule.activate(down: [])
        sheet.restart()
        #expect(!sheet.click())
        sheet.wait(500)
        #expect(sheet.click())
    }

    @Test(
        "What a key does",
        arguments: [
            (GDK_KEY_Return, nil, PressRule.Key.performs), (GDK_KEY_space, nil, .performs),
            (GDK_KEY_s, nil, .seeks), (GDK_KEY_1, nil, .seeks), (GDK_KEY_period, nil, .writes),
            (GDK_KEY_BackSpace, nil, .writes), (GDK_KEY_F5, nil, .writes), (GDK_KEY_Menu, nil, .moves),
            (GDK_KEY_KP_Space, nil, .performs),
            (GDK_KEY_KP_Enter, .line, .performs),
            (GDK_KEY_Return, .line, .performs),
            (GDK_KEY_Return, .lines, .types), (GDK_KEY_space, .line, .types), (GDK_KEY_s, .lines, .types),
            (GDK_KEY_Down, nil, .moves), (GDK_KEY_ISO_Left_Tab, nil, .moves),
            (GDK_KEY_Escape, .line, .leaves),
        ] as [(Int32, TextWidget?, PressRule.Key)])
    func keys(symbol: Int32, field: TextWidget?, key: PressRule.Key) {
        #expect(PressRule.Key(UInt32(symbol), isModifier: false, in: field) == key)
        #expect(PressRule.Key(UInt32(symbol), isModifier: true, in: field) == .modifies)
        let command = PressRule.Key(UInt32(symbol), isModifier: false, hasControl: true, in: field)
        #expect(command == (key == .seeks ? .modifies : key))
    }
}
