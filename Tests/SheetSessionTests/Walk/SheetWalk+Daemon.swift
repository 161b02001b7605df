// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import SheetSession
import TestSupport

/// The daemon of a walk: turns answers into events.
extension SheetWalk {
    private static let refusal = ServiceFault.refused(.notPermitted(reason: "It is not allowed."))

    /// Gives the answer to the outstanding call of its kind; does nothing if there is none.
    mutating func give(_ answer: SheetAnswer, _ number: Int) throws {
        let matching = calls.indices.filter { answer.fits(calls[$0].effect) }
        guard let first = matching.first else { return }
        try give(answer, to: calls[first].effect.isOrdered ? first : matching[number % matching.count])
    }

    mutating func give(_ answer: SheetAnswer, to index: Int) throws {
        // Changes and what describes them share a connection, whose replies arrive in order.
        if calls[index].effect.isOrdered, calls[..<index].contains(where: \.effect.isOrdered) { return }
        let (event, isFinal) = event(of: answer, index)
        if isFinal { calls.remove(at: index) }
        guard let event else { return }
        given.append(event)
        try send(event)
    }

    private mutating func event(of answer: SheetAnswer, _ index: Int) -> (SheetEvent?, isFinal: Bool) {
        switch (calls[index].effect, answer) {
        case (.list(let number, _), .list(let listing)): (.listed(number, Self.list(listing)), true)
        case (.targets(let number, _, _), .targets(let targets)):
            (.targets(number, Self.reply(targets)), true)
        case (.options(let number, let request), .offer(let identifiers)):
            (.offered(number, .success(.init(options: Self.offer(identifiers, request)))), true)
        case (.options(let number, _), _): (.offered(number, .failure(.disconnected)), true)
        case (.inspect(let number, _), .inspect(let look)): (.inspected(number, Self.inspect(look)), true)
        case (.findOptions(let number), .find(let state)):
            (.found(number, .success(SheetStep.options.map { Options.bundle($0, state: state) })), true)
        case (.findOptions(let number), _): (.found(number, .failure(Self.refusal)), true)
        case (.prepare(let number, let request), .prepare(let making)):
            prepare(number, request, making, index)
        case (.ask(let number, let request), .ask(let asking)):
            (.asked(number, Self.ask(asking, request.identifier)), true)
        case (.perform, .perform(let performing)), (.follow, .perform(let performing)):
            perform(performing, index)
        case (.cancel(let unit), .cancel(let succeeds)):
            (succeeds ? nil : notCancelled(unit), true)
        case (.describe(let number), .describe(let isHidden)):
            (.edit(.described(number, .success(Self.describe(isHidden)))), true)
        case (.describe(let number), _): (.edit(.described(number, .failure(.disconnected))), true)
        case (.findDecisions(let number), .decide(let stars)):
            (.edit(.decisions(number, stars: stars, order: !stars)), true)
        case (.change(let number, _), .change(let succeeds)):
            (.edit(.changed(number, succeeds ? nil : Self.refusal)), true)
        case (.awaitProgress(let number), _): (.progressIsDue(number), true)
        case (.listAsFiles(let number, _), _): (.listedAsFiles(number, [Sheets.post]), true)
        case (.icons(let identifiers, let appearance), _):
            (.icon(identifiers[0], appearance, png: [1]), true)
        case (.explain(let number, _), _): (.explained(number, ["zip"]), true)
        default: (nil, true)
        }
    }

    private static func list(_ listing: SheetAnswer.Listing) -> Result<Sheet.ListReply, ServiceFault> {
        let all = [
            Sheets.save, Sheets.post, Targets.activity(Targets.device, "Send to Device"),
            Targets.activity(Targets.bluetooth, "Bluetooth"),
        ]
        var starred = all
        starred[1].starred = true
        return switch listing {
        case .all: .success(Sheets.reply(all))
        case .starred: .success(Sheets.reply(starred))
        case .few: .success(Sheets.reply([Sheets.post]))
        case .none: .success(Sheets.reply([]))
        case .disconnected: .failure(.disconnected)
        case .refused: .failure(refusal)
        }
    }

    private static func reply(_ targets: SheetAnswer.Targeted) -> Sheet.TargetsReply {
        var away = Targets.phone
        away.reachable = false
        return switch targets {
        case .phone: .init(targets: [Targets.phone], final: false)
        case .both: .init(targets: [television, Targets.phone], final: true)
        case .away: .init(targets: [away], final: true)
        case .none: .init(targets: [], final: true)
        }
    }

    private static func offer(
        _ identifiers: [String], _ request: Sheet.OptionsRequest
    ) -> [Sheet.ContentOption] {
        SheetStep.options.filter { identifiers.contains($0.identifier) }.map {
            var option = $0
            option.accepted =
                $0.identifier == Options.archive.identifier ? Array(request.content.indices) : [0]
            return option
        }
    }

    private static func inspect(_ look: SheetAnswer.Look) -> Result<Sheet.InspectReply, ServiceFault> {
        switch look {
        case .clean: .success(.init(facts: [Options.large], unread: []))
        case .location: .success(.init(facts: [Options.place, Options.large], unread: []))
        case .unread: .success(.init(facts: [], unread: [0]))
        case .failed: .failure(.disconnected)
        }
    }

    private mutating func prepare(
        _ number: Int, _ request: Sheet.PrepareRequest, _ making: SheetAnswer.Making, _ index: Int
    ) -> (SheetEvent?, isFinal: Bool) {
        let unit = calls[index].unit ?? "copy-\(number)"
        var reply = Sheet.PrepareReply(state: .finished, unit: unit, result: .success, facts: [], unread: [])
        reply.content = request.content.indices.map { Options.copy("copy-\(number)-\($0).png") }
        reply.caption = request.caption.map { "\($0) \(number)" }
        switch making {
        case .started, .running:
            calls[index].unit = unit
            reply = .init(state: making == .started ? .started : .running, unit: unit)
            return (.prepared(number, .success(reply)), false)
        case .clean: break
        case .location: reply.facts = [Options.place]
        case .unread: reply.unread = [0]
        case .zip: reply.content = [Options.copy("copy-\(number).zip")]
        case .nothing: reply.content = []
        case .failed: (reply.result, reply.option) = (.failure, request.options.last?.identifier)
        case .cancelled: reply.result = .cancelled
        case .disconnected: return (.prepared(number, .failure(.disconnected)), true)
        }
        return (.prepared(number, .success(reply)), true)
    }

    private static func ask(
        _ asking: SheetAnswer.Asking, _ identifier: String
    ) -> Result<[Sheet.Field], ServiceFault> {
        var device = Targets.activity(identifier, "").form?.first
        device?.options = [.init(value: "tv", label: "Television"), .init(value: "pixel", label: "Pixel 9")]
        let more = Sheet.Field(id: "server", label: "Server", type: .text, required: true)
        return switch asking {
        case .options: .success([device].compactMap(\.self))
        case .more: .success([device, more].compactMap(\.self))
        case .disconnected: .failure(.disconnected)
        case .refused: .failure(refusal)
        }
    }

    private mutating func perform(
        _ performing: SheetAnswer.Performing, _ index: Int
    ) -> (SheetEvent?, isFinal: Bool) {
        let unit = calls[index].unit ?? nextUnit()
        func progress(_ result: Sheet.Progress.Result?) -> SheetEvent {
            .progress(
                .init(state: result == nil ? .running : .finished, unit: unit, result: result, reason: "Ah."))
        }
        switch performing {
        case .started, .running:
            calls[index].unit = unit
            return (progress(nil), false)
        case .success: return (progress(.success), true)
        case .failure: return (progress(.failure), true)
        case .cancelled: return (progress(.cancelled), true)
        case .disconnected: return (.lost(.disconnected), true)
        case .notRunning: return (.lost(.notRunning), true)
        case .changed: return (.lost(.refused(.contentChanged(item: 0))), true)
        case .answersRequired:
            let field = Sheet.Field(id: "server", label: "Server", type: .text, required: true)
            return (.lost(.refused(.answersRequired(fields: [field]))), true)
        case .invalidAnswer: return (.lost(.refused(.invalidAnswer(field: "server", reason: ""))), true)
        }
    }

    private mutating func notCancelled(_ unit: String) -> SheetEvent {
        for index in calls.indices where calls[index].effect.isPerform && calls[index].unit == unit {
            isCancelled = false
        }
        return .notCancelled(unit: unit)
    }

    private static func describe(_ isHidden: Bool) -> [Registry.Description] {
        ["a", "b", "c"].enumerated().map { rank, identifier in
            Registry.Description(
                identifier: identifier, title: identifier, source: .custom, category: .action,
                path: "/" + identifier, state: isHidden ? .ignored : .active, election: .default,
                locked: false, decidedBy: isHidden ? .admin : nil, rank: rank, diagnostics: [])
        }
    }
}

extension SheetAnswer {
    /// Whether it answers a call of this kind.
    fileprivate func fits(_ effect: SheetEffect) -> Bool {
        switch effect {
        case .list: if case .list = self { true } else { false }
        case .targets: if case .targets = self { true } else { false }
        case .options: if case .offer = self { true } else { self == .noOffer }
        case .inspect: if case .inspect = self { true } else { false }
        case .findOptions: if case .find = self { true } else { self == .noBundles }
        case .prepare: if case .prepare = self { true } else { false }
        case .ask: if case .ask = self { true } else { false }
        case .perform, .follow: if case .perform = self { true } else { false }
        case .cancel: if case .cancel = self { true } else { false }
        case .describe: if case .describe = self { true } else { self == .noDescription }
        case .findDecisions: if case .decide = self { true } else { false }
        case .change: if case .change = self { true } else { false }
        case .awaitProgress: self == .wait
        case .listAsFiles, .icons, .explain: self == .other
        case .cancelPreparation, .hide, .notify, .end: false
        }
    }
}

extension SheetEffect {
    fileprivate var isOrdered: Bool {
        switch self {
        case .describe, .findDecisions, .change: true
        default: false
        }
    }
}
