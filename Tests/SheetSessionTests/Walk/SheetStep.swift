// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession
import TestSupport

/// A step of a walk over the sheet's state. A new event of the person's is added to `person`, and a new call
/// to `SheetAnswer`.
enum SheetStep {
    /// Opens a sheet with this many items and these options on, unless one is open.
    case open(items: Int, caption: Bool, options: [String])
    case event(SheetEvent)
    /// The person presses the target with this value.
    case press(target: String)
    /// Answers one of the calls of that kind that are outstanding; the first is the oldest.
    case answer(SheetAnswer, call: Int = 0)
    /// Answers one of all outstanding calls, so that a walk gets on.
    case answerWell(call: Int)
    /// Repeats an answer that has been given.
    case again(Int)
}

/// The daemon's answers.
enum SheetAnswer: Equatable {
    case list(Listing)
    case targets(Targeted)
    case offer([String])
    case noOffer
    case inspect(Look)
    case find(Bundle.State)
    case noBundles
    case prepare(Making)
    case ask(Asking)
    case perform(Performing)
    case cancel(succeeds: Bool)
    case describe(isHidden: Bool)
    case noDescription
    case decide(stars: Bool)
    case change(succeeds: Bool)
    /// The quiet time has passed.
    case wait
    /// Icons, explanations and lists of files.
    case other

    enum Listing: CaseIterable { case all, starred, few, none, disconnected, refused }
    enum Targeted: CaseIterable { case phone, both, away, none }
    enum Look: CaseIterable { case clean, location, unread, failed }
    enum Making: CaseIterable {
        case started, running, clean, location, unread, zip, nothing, failed, cancelled, disconnected
    }
    enum Asking: CaseIterable { case options, more, disconnected, refused }
    enum Performing: CaseIterable {
        case started, running, success, failure, cancelled, disconnected, changed, answersRequired
        case invalidAnswer, notRunning
    }
}

extension SheetStep {
    static let options = [Options.location, Options.smaller, Options.archive]
    private static let activities = [
        Sheets.save.identifier, Sheets.post.identifier, Targets.device, Targets.bluetooth,
    ]

    static func draw(_ random: inout SplitMix) -> SheetStep {
        switch random.below(100) {
        case 0..<5:
            .open(
                items: 1 + random.below(3), caption: random.below(2) == 0,
                options: options.map(\.identifier).filter { _ in random.below(3) == 0 })
        case 5..<38: .event(person(&random))
        case 38..<40: .press(target: random.one(of: ["pixel", "tv"]))
        case 40..<66: .answer(answer(&random), call: random.below(4) / 2)
        case 66..<95: .answerWell(call: random.below(12) / 2)
        case 95..<97: .again(random.below(40))
        default: .event(outside(&random))
        }
    }

    private static func person(_ random: inout SplitMix) -> SheetEvent {
        let isOn = random.below(3) > 0
        switch random.below(44) {
        case 0..<6: return .choose(random.one(of: activities), activationToken: nil)
        case 6..<9: return .type(field: random.one(of: ["server", "count", "device"]), isOn ? "7" : "")
        case 9..<12: return .submit(activationToken: nil)
        case 12: return .back
        case 13, 14: return .tryAgain
        case 15, 16: return .shareAnyway
        case 17, 18: return .cancel
        case 19: return .leave
        case 20: return .close
        case 21: return .continueInBackground
        case 22: return .showItems(isOn)
        case 23: return .showOptions(isOn)
        case 24, 25: return .editActivities
        case 26..<30: return .edit(edit(&random))
        case 30: return .removeItem(random.below(3))
        case 31: return .removeCaption
        case 32..<39: return .switchOption(random.one(of: options).identifier, isOn)
        case 39, 40: return .answerOption(Options.smaller.identifier, field: "size", isOn ? "s" : "l")
        default: return .appeared
        }
    }

    private static func edit(_ random: inout SplitMix) -> SheetEditEvent {
        let (identifier, isOn) = (random.one(of: ["a", "b", "c"]), random.below(2) == 0)
        switch random.below(8) {
        case 0, 1: return .list(identifier, isOn)
        case 2: return .star(identifier, isOn)
        case 3: return .move(identifier, by: isOn ? 1 : -1)
        case 4: return .drag(identifier, by: isOn ? 1 : -1)
        case 5: return .drop
        case 6: return random.below(2) == 0 ? .reset : .undo
        default: return .see([identifier])
        }
    }

    /// Events of the window and of the caller.
    private static func outside(_ random: inout SplitMix) -> SheetEvent {
        switch random.below(16) {
        case 0..<6: .painted(room: random.below(4))
        case 6..<12: .appearance(random.below(2) == 0 ? Sheets.black : .init(tint: "#ffffff", pixels: 70))
        case 12: .focusLost
        case 13: .closedByCaller
        case 14: .programEnds(isLast: true)
        default: .programEnds(isLast: false)
        }
    }

    private static func answer(_ random: inout SplitMix) -> SheetAnswer {
        switch random.below(30) {
        case 0..<3: .list(random.one(of: [.all, .all, .all] + SheetAnswer.Listing.allCases))
        case 3, 4: .targets(random.one(of: SheetAnswer.Targeted.allCases))
        case 5, 6: .offer(options.map(\.identifier).filter { _ in random.below(4) > 0 })
        case 7: random.below(4) == 0 ? .noOffer : .offer(options.map(\.identifier))
        case 8, 9: .inspect(random.one(of: SheetAnswer.Look.allCases))
        case 10: .find(random.one(of: [.active, .active, .unavailable]))
        case 11: random.below(2) == 0 ? .noBundles : .find(.active)
        case 12..<15: .prepare(random.one(of: SheetAnswer.Making.allCases))
        case 15, 16: .ask(random.one(of: SheetAnswer.Asking.allCases))
        case 17..<21: .perform(random.one(of: SheetAnswer.Performing.allCases))
        case 21: .cancel(succeeds: random.below(2) == 0)
        case 22, 23: .describe(isHidden: random.below(3) == 0)
        case 24: random.below(2) == 0 ? .noDescription : .decide(stars: true)
        case 25: .decide(stars: random.below(2) == 0)
        case 26, 27: .change(succeeds: random.below(3) > 0)
        case 28: .wait
        default: .other
        }
    }
}
