// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ActivityPerforming
import StrictJSON

/// The targets of an activity for some types. A phone is known whatever is shared; a program that opens files is known for the
/// types that it was printed for alone.
struct TypedTargets: Sendable {
    private(set) var things = KnownTargets()
    private(set) var programs = KnownTargets()

    init(things: KnownTargets, programs: KnownTargets?) {
        (self.things, self.programs) = (things, programs ?? KnownTargets())
    }

    /// Takes what the activity's program has printed; nothing where it failed. For the disk's thread: 64 KiB take longer to
    /// fold than a client should wait.
    ///
    /// - Returns: why it has printed no targets.
    mutating func take(_ printed: Result<String, PerformRefusal>, _ collator: Collator) -> String? {
        var options: [FormField.Option] = []
        var fault: String?
        do throws(PerformRefusal) {
            let text = try printed.get()
            do { options = try FormField.options(printed: text, isDirect: true) } catch {
                fault = error.reason
            }
        } catch {
            fault = "\(error)"
        }
        things = things.updated(by: options.filter { $0.kind != .program }, collator)
        programs = programs.updated(by: options.filter { $0.kind == .program }, collator)
        return fault
    }
}

/// All targets that programs have printed, for the daemon's life.
struct TargetMemory {
    /// Activities, in so many languages; and types that programs are kept for. A person has a handful of each.
    private static let (maximumActivities, maximumTypes) = (64, 16)

    private struct Activity {
        var things = KnownTargets()
        var programs = RecentlyUsed<[String], KnownTargets>(limit: maximumTypes)
    }

    private struct Key: Hashable {
        let path: ExactText
        let locale: LocaleTag?

        init(_ question: TargetQuestion) { (path, locale) = (question.path, question.locale) }
    }

    private var activities = RecentlyUsed<Key, Activity>(limit: maximumActivities)

    subscript(question: TargetQuestion) -> TypedTargets {
        mutating get {
            var activity = activities[Key(question)] ?? Activity()
            return TypedTargets(things: activity.things, programs: activity.programs[question.types])
        }
        set {
            var activity = activities[Key(question)] ?? Activity()
            activity.things = newValue.things
            activity.programs[question.types] = newValue.programs
            activities[Key(question)] = activity
        }
    }
}
