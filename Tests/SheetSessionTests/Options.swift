// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession

/// Options of the shared content, facts, and the daemon's answers about them.
enum Options {
    static let location = Sheet.ContentOption(
        identifier: "io.activityd.without-location", title: "Without Location", removes: ["location"],
        accepted: [0], makes: "same")
    static let smaller = Sheet.ContentOption(
        identifier: "org.example.smaller", title: "Smaller", removes: ["pixels"], accepted: [0],
        makes: "same",
        form: [
            Sheet.Field(
                id: "size", label: "Size", type: .choice,
                options: [.init(value: "l", label: "Large"), .init(value: "s", label: "Small")],
                required: true)
        ])
    static let archive = Sheet.ContentOption(
        identifier: "io.activityd.as-zip", title: "As ZIP", removes: [], accepted: [0, 1],
        makes: "application/zip")

    static let place = fact("location", values: ["46.95° N, 7.45° E"])
    static let large = fact("pixels", values: ["4032 × 3024"])

    static func fact(_ kind: String, _ items: [Int] = [0], values: [String] = []) -> Sheet.Fact {
        Sheet.Fact(kind: kind, items: items, values: values)
    }

    static func copy(_ name: String) -> Item {
        Item(
            Representation(
                type: "image/png", uri: "file:///home/ada/.cache/\(name)", name: name, size: 1024,
                isTemporary: true))
    }

    static func file(_ name: String) -> Item {
        Item(Representation(type: "image/x-adobe-dng", uri: "file:///home/ada/\(name)", name: name))
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

    static func look(_ number: Int, _ items: [Item]) -> [SheetEffect] {
        [
            .options(number, Sheet.OptionsRequest(content: items)),
            .inspect(number, Sheet.InspectRequest(content: items)),
        ]
    }

    static func offer(_ options: [Sheet.ContentOption] = [location, smaller], _ number: Int = 1) -> SheetEvent
    {
        .offered(number, .success(Sheet.OptionsReply(options: options)))
    }

    static func inside(
        _ facts: [Sheet.Fact] = [place, large], unread: [Int] = [], _ number: Int = 1
    ) -> SheetEvent {
        .inspected(number, .success(Sheet.InspectReply(facts: facts, unread: unread)))
    }

    static func started(_ number: Int) -> SheetEvent {
        .prepared(number, .success(Sheet.PrepareReply(state: .started, unit: "unit-\(number)")))
    }

    static func made(
        _ number: Int, _ content: [Item], _ facts: [Sheet.Fact] = [], unread: [Int] = []
    ) -> SheetEvent {
        .prepared(
            number,
            .success(
                Sheet.PrepareReply(
                    state: .finished, unit: "unit-\(number)", result: .success, content: content,
                    facts: facts, unread: unread)))
    }

    static func failed(
        _ number: Int, result: Sheet.PrepareReply.Result = .failure, reason: String = "It is damaged.",
        option: Sheet.ContentOption = location, noRoom: Bool? = nil
    ) -> SheetEvent {
        .prepared(
            number,
            .success(
                Sheet.PrepareReply(
                    state: .finished, unit: "unit-\(number)", status: reason, result: result,
                    reason: reason, option: option.identifier, noRoom: noRoom)))
    }

    /// A sheet of a photo that contains a location.
    static func sheet(items: [Item] = [Sheets.photo], locale: String? = nil) -> SheetState {
        var state = Sheets.listing([Sheets.save, Sheets.post], items: items, locale: locale)
        _ = state.apply(.appeared, offer(), inside())
        return state
    }

    /// A sheet that was opened with these options on and has listed its activities.
    static func opened(
        with options: [Sheet.ChosenOption], items: [Item] = [Sheets.photo], locale: String? = nil
    ) -> SheetState {
        var request = SheetRequest(items: items)
        (request.options, request.locale) = (options, locale)
        var state = SheetState(request)
        _ = state.apply(.opened, .listed(1, .success(Sheets.reply([Sheets.save]))))
        _ = state.apply(.appeared)
        return state
    }

    /// Describe's reply about an option's bundle.
    static func bundle(_ option: Sheet.ContentOption, state: Bundle.State = .active) -> Registry.Description {
        Registry.Description(
            identifier: option.identifier, title: option.title, titles: ["de": "Ohne Standort"],
            source: .system, path: "/", state: state, election: .default, locked: false,
            removes: option.removes, diagnostics: [])
    }

    /// The effects of listing activities again.
    static func list(_ number: Int, _ items: [Item]) -> [SheetEffect] {
        [
            .targets(number, Sheet.TargetsRequest(content: items), searching: false),
            .list(number, Sheet.ListRequest(content: items, width: .regular)),
            .targets(number, Sheet.TargetsRequest(content: items), searching: true),
        ]
    }
}

extension SheetState {
    /// The full variant of the header's line about the content.
    var inside: String? { insideLine?.texts.first }

    var question: RemainingQuestion? { if case .confirming(let question) = page { question } else { nil } }

    var offered: [String] { options.offered.map(\.title) }
}

extension [SheetEffect] {
    /// Whether an activity receives any of the shared content.
    var perform: Bool {
        contains {
            switch $0 {
            case .perform, .ask: true
            default: false
            }
        }
    }
}
