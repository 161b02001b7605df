// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// Options of what leaves, and the daemon's answers about them.
enum Options {
    static let location = Sheet.ContentOption(
        identifier: "io.activityd.without-location", title: "Without Location", detail: "46.95° N, 7.45° E",
        removes: ["location"], makes: "same")
    static let smaller = Sheet.ContentOption(
        identifier: "org.example.smaller", title: "Smaller", removes: ["pixels"], makes: "same",
        form: [
            Sheet.Field(
                id: "size", label: "Size", type: .choice,
                options: [.init(value: "l", label: "Large"), .init(value: "s", label: "Small")],
                required: true)
        ])

    static func copy(_ name: String) -> Item {
        Item(
            Representation(
                type: "image/png", uri: "file:///home/ada/.cache/\(name)", name: name, size: 1024,
                isTemporary: true))
    }

    static func chosen(_ option: Sheet.ContentOption, _ answers: [String: String]? = nil)
        -> Sheet.ChosenOption
    {
        Sheet.ChosenOption(identifier: option.identifier, answers: answers)
    }

    static func request(_ options: [Sheet.ChosenOption], items: [Item] = [Sheets.photo])
        -> Sheet.PrepareRequest
    {
        Sheet.PrepareRequest(content: items, options: options)
    }

    static func offer(
        _ options: [Sheet.ContentOption] = [location, smaller], _ number: Int = 1, isLast: Bool = true
    ) -> SheetEvent {
        .offered(number, .success(Sheet.OptionsReply(options: options, final: isLast)))
    }

    static func started(_ number: Int) -> SheetEvent {
        .prepared(number, .success(Sheet.PrepareReply(state: .started, unit: "unit-\(number)")))
    }

    static func made(_ number: Int, _ content: [Item], unread: [Int]? = nil) -> SheetEvent {
        .prepared(
            number,
            .success(
                Sheet.PrepareReply(
                    state: .finished, unit: "unit-\(number)", result: .success, content: content,
                    unread: unread)))
    }

    static func failed(_ number: Int, result: Sheet.PrepareReply.Result = .failure) -> SheetEvent {
        .prepared(
            number,
            .success(
                Sheet.PrepareReply(
                    state: .finished, unit: "unit-\(number)", status: "It is damaged.", result: result,
                    reason: "It is damaged.")))
    }

    static func sheet(items: [Item] = [Sheets.photo]) -> SheetState {
        var state = Sheets.listing([Sheets.save, Sheets.post], items: items)
        _ = state.apply(.appeared, offer())
        return state
    }

    /// The effects of listing anew.
    static func list(_ number: Int, _ items: [Item]) -> [SheetEffect] {
        [
            .targets(number, Sheet.TargetsRequest(content: items), searching: false),
            .list(number, Sheet.ListRequest(content: items, width: .regular)),
            .targets(number, Sheet.TargetsRequest(content: items), searching: true),
        ]
    }
}
