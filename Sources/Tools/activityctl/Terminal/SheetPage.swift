// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection

struct SheetPage {
    let list: Sheet.ListReply
    let selection: Selection
    let excluded: [String]

    func print(scope: String) {
        Output.line(Paint()(.dim, heading(scope)))
        Output.line()
        if list.activities.isEmpty { Output.line("Nothing here can use this.") } else { table.print() }
        let notes = notes
        if !notes.isEmpty { Output.lines([""] + notes) }
    }

    private func heading(_ scope: String) -> String {
        let shape = list.presentation == .actionSheet ? "an action sheet" : "a popover"
        return "\(scope), \(shape) for \(selection.summary)"
    }

    private var table: Table {
        let isPartial = list.activities.contains { $0.taken != nil }
        var table = Table(["TITLE", "IDENTIFIER", "CATEGORY", "FROM"] + (isPartial ? ["TAKES"] : []))
        var last: Sheet.Activity.Source?
        for activity in list.activities {
            if let last, last != activity.source { table.divide() }
            last = activity.source
            table.add(cells(activity) + (isPartial ? [taken(activity)] : []))
        }
        return table
    }

    private func cells(_ activity: Sheet.Activity) -> [String] {
        let asks = activity.asksFirst
        return [
            titleLine(activity.title, asks: asks), activity.identifier, activity.category.rawValue,
            origin(activity),
        ]
    }

    private func origin(_ activity: Sheet.Activity) -> String {
        switch activity.source {
        case .system: "system"
        case .application: "this app"
        case .custom: activity.subtitle ?? activity.identifier
        }
    }

    private func taken(_ activity: Sheet.Activity) -> String {
        activity.taken.map { "\($0.count) of \(selection.items.count)" } ?? ""
    }

    private var notes: [String] {
        let leftOut = (list.leftOut ?? []).map {
            "Left out: \(printable($0.identifier)), by the rule \($0.rule.rawValue)"
        }
        let names = excluded.map(printable).joined(separator: ", ")
        return (excluded.isEmpty ? [] : ["Excluded as you asked: \(names)"]) + leftOut
    }
}
