// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// What a client asks to have performed of an activity.
package struct PerformRequest: Sendable {
    let content: Content
    /// By the id of the form's field.
    let answers: [String: String]
    /// As the client wrote it.
    let locale: String?
    let activationToken: String?
    /// Whether the bundle is tried from where it lies, which its author does.
    let isTrial: Bool

    package init(
        content: Content, answers: [String: String], locale: String?, activationToken: String?, isTrial: Bool
    ) {
        self.content = content
        self.answers = answers
        self.locale = locale
        self.activationToken = activationToken
        self.isTrial = isTrial
    }
}

/// What is to be performed, after every check that needs nothing but the request and the registry.
package struct PerformJob: Sendable {
    let identifier: String
    /// For the unit's description.
    let title: String
    package let bundlePath: String
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
    package init(
        _ request: PerformRequest, of bundle: Bundle, elections: Elections, types: ContentTypeDatabase
    ) throws(PerformRefusal) {
        let (manifest, content) = (bundle.manifest, request.content)
        let asked = Request(content: content.outline, elections: elections, types: types)
        let locale = request.locale.flatMap { LocaleTag($0) }
        title = locale?.lookup(in: manifest.titles) ?? manifest.title
        let verdict = bundle.evaluate(asked)
        guard verdict.isListed else {
            throw .notApplicable(
                verdict.code,
                reason: request.isTrial
                    ? bundle.explanation(of: verdict, asked)
                    : bundle.refusal(of: verdict, content, title: title))
        }
        try Self.checkPresence(content)
        var items: [HandedItem] = []
        for taken in verdict.taken.sorted(by: { $0.item < $1.item }) {
            let type = content.types[content.facts(taken).type]
            let representation = content.items[taken.item][taken.representation]
            items.append(try HandedItem(representation, type, at: taken.item))
        }
        self.items = items
        answers = try FormAnswers(request.answers, to: manifest.form, locale: locale).values
        identifier = bundle.identifier
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
            ([item.representation] + item.alternatives).allSatisfy { $0.uri == nil && $0.text == nil }
        }
        guard let empty else { return }
        throw .invalidContent(item: empty, reason: "The item has neither a uri nor a text. Send one of them.")
    }

    /// As the manifest names it; of a link, what opens it.
    package var programName: String {
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
