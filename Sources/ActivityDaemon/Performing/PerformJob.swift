// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel

/// What is to be performed, after every check that needs nothing but the request and the registry.
struct PerformJob {
    let identifier: String
    /// For the unit's description.
    let title: String
    let bundlePath: String
    /// Whether it is the system's own, which is believed.
    let isSystem: Bool
    let performing: Performing
    let options: PerformOptions
    var items: [HandedItem]
    let answers: [String: String]
    /// The ids of the form's fields, answered or not.
    let fields: Set<String>
    let locale: String?
    let activationToken: String?

    /// Checks content, match and answers, in this order.
    init(
        _ request: Sheet.PerformRequest, _ bundle: Bundle, content: Content, elections: Elections,
        types: ContentTypeDatabase
    ) throws(PerformRefusal) {
        let manifest = bundle.manifest
        let asked = Request(content: content, elections: elections, types: types)
        let verdict = bundle.evaluate(asked)
        guard verdict.isListed else {
            // A person who tries a bundle from where it lies is its author.
            let title =
                request.locale.flatMap { LocaleTag($0) }?.lookup(in: manifest.titles) ?? manifest.title
            throw .notApplicable(
                verdict.code,
                reason: request.bundle == nil
                    ? bundle.refusal(of: verdict, asked, title: title)
                    : bundle.explanation(of: verdict, asked))
        }
        try Self.checkPresence(content)
        var items: [HandedItem] = []
        for taken in verdict.taken.sorted(by: { $0.item < $1.item }) {
            let type = content.types[content.facts(taken).type]
            let representation = content.items[taken.item][taken.representation]
            items.append(try HandedItem(representation, type, at: taken.item))
        }
        self.items = items
        let locale = request.locale.flatMap { LocaleTag($0) }
        answers = try FormAnswers(request.answers ?? [:], to: manifest.form, locale: locale).values
        identifier = bundle.identifier
        title = locale?.lookup(in: manifest.titles) ?? manifest.title
        bundlePath = bundle.path
        isSystem = bundle.source == .system
        performing = manifest.perform
        options = manifest.performOptions
        fields = Set(manifest.form.map(\.id))
        self.locale = request.locale
        activationToken = request.activationToken
    }

    /// Also of an item that the activity does not take: a client that sends neither URI nor text errs.
    private static func checkPresence(_ content: Content) throws(PerformRefusal) {
        let empty = content.items.firstIndex { item in
            ([item.form] + item.alternatives).allSatisfy { $0.uri == nil && $0.text == nil }
        }
        guard let empty else { return }
        throw .invalidContent(item: empty, reason: "The item has neither a uri nor a text. Send one of them.")
    }

    /// As the manifest names it; of a link, what opens it.
    var programName: String {
        switch performing {
        case .exec(let arguments): arguments.first ?? ""
        case .uri: Performing.opener
        }
    }

    /// Whether a program is given paths or URIs, for which text becomes a file.
    var takesFiles: Bool {
        guard case .exec(let arguments) = performing else { return false }
        return arguments.dropFirst().contains { !ExecArgument($0).codes.isEmpty }
    }

    /// Whether it has finished as soon as it runs: it says so itself, or it opens a link.
    var handsOver: Bool {
        if case .uri = performing { true } else { options.handsOver }
    }
}
