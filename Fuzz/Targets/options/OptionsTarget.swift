// SPDX-License-Identifier: Apache-2.0
//
// Options that a program printed for a field of a form. Accepted output gives at most as many options as a
// form may have, with distinct values; each value is a valid answer, and each label a valid line. For
// rejected output there is a reason.

import ActivityModel
import ActivityPerforming
import ActivityTargets
import Harness

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let text = String(decoding: input(start, count), as: UTF8.self)
    for isDirect in [false, true] {
        do throws(PrintedOptionsFault) {
            let options = try FormField.options(printed: text, isDirect: isDirect)
            check(options)
            if isDirect { checkTargets(options) }
        } catch {
            expect(!error.reason.isEmpty, "a complaint says nothing")
        }
    }
    return 0
}

/// Checks that targets are distinct by kind, label and presence of a detail, and that the row has all of them
/// or is full.
private func checkTargets(_ options: [FormField.Option]) {
    let known = KnownTargets().updated(by: options, Collator(locale: nil))
    expect(known.all.count == options.count, "\(known.all.count) targets of \(options.count)")
    expect(Set(known.all.map(\.key)).count == known.all.count, "two targets have one key")
    for option in options { expect(!DisplayedName(option.label).text.isEmpty, "a label shows nothing") }
    let source = TargetRanking.Source("org.example.a", known)
    let ranking = TargetRanking([source], TargetUses(), .file, at: 0, maximum: 32)
    expect(
        ranking.things.allSatisfy { $0.count == 1 } && Set(ranking.things).count == min(32, options.count),
        "the row has \(ranking.things)")
}

private func check(_ options: [FormField.Option]) {
    expect((0...FormField.maximumPrintedOptions).contains(options.count), "\(options.count) options")
    let field = FormField(
        id: "a", label: "A", labels: [:], kind: .choice, options: [], optionsExec: ["list"],
        defaultAnswer: nil, isRequired: true, hint: nil)
    let whole = field.offering(options)
    expect(Set(options.map { Array($0.value.utf8) }).count == options.count, "two options have one value")
    for option in options {
        expect(field.fault(of: option.label) == nil, "\(option.label) is no line")
        expect(field.fault(of: option.value) == nil, "\(option.value) is offered and not taken")
        expect(whole.fault(of: option.value) == nil, "\(option.value) is none of those that are offered")
    }
}
