// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// States and daemon's answers from which tests begin.
enum Sheets {
    static let photo = Item(
        Representation(type: "image/png", uri: "file:///home/ada/a.png", name: "a.png", size: 2048))
    static let note = Item(Representation(type: "text/plain", text: "Hello"))
    static let save = Sheet.Activity(
        identifier: "io.activityd.save", title: "Save", source: .system, category: .action)
    static let post = Sheet.Activity(
        identifier: "org.example.post", title: "Post", source: .custom, category: .share,
        form: [
            Sheet.Field(id: "server", label: "Server", type: .text, required: true),
            Sheet.Field(id: "count", label: "Count", type: .number, default: "3", required: false),
        ])
    static let black = IconAppearance(tint: "#000000", pixels: 70)

    static func reply(_ activities: [Sheet.Activity]) -> Sheet.ListReply {
        Sheet.ListReply(generation: 7, presentation: .popover, activities: activities)
    }

    /// A sheet that has listed these activities.
    static func listing(_ activities: [Sheet.Activity], items: [Item] = [photo], locale: String? = nil)
        -> SheetState
    {
        var request = SheetRequest(items: items)
        request.locale = locale
        var state = SheetState(request)
        _ = state.apply(.opened)
        _ = state.apply(.listed(1, .success(reply(activities))))
        return state
    }

    /// A sheet that performs Save; `started` if the daemon has reported its start.
    static func saving(started: Bool = true) -> SheetState {
        var state = listing([save])
        _ = state.apply(.choose(save.identifier, activationToken: nil))
        if started { _ = state.apply(.progress(progress(.started))) }
        return state
    }

    static func progress(
        _ state: Sheet.Progress.State, result: Sheet.Progress.Result? = nil, reason: String? = nil
    ) -> Sheet.Progress {
        Sheet.Progress(state: state, unit: "app-activityd-save@1.service", result: result, reason: reason)
    }
}

extension SheetState {
    /// Applies the events in order, and returns the effects of the last.
    mutating func apply(_ events: SheetEvent...) -> [SheetEffect] {
        var effects: [SheetEffect] = []
        for event in events { effects = apply(event) }
        return effects
    }

    var editing: SheetEditing? { if case .editing(let editing) = page { editing } else { nil } }
    var form: FormState? { if case .form(let form) = page { form } else { nil } }
    var performing: RunningActivity? {
        if case .performing(let performing) = page { performing } else { nil }
    }
    var failure: SheetFailure? { if case .failed(let failure) = page { failure } else { nil } }
}
