// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// A perform to start, after all checks that need only the request and the registry.
package struct PerformJob: Sendable {
    var purpose = Purpose.activity
    package let identifier: String
    let title: String
    package let bundlePath: String
    /// Whether the bundle is a system one, which is trusted.
    let isSystem: Bool
    var method: PerformMethod
    var options: PerformOptions
    var items: [HandedItem]
    /// Every item of the content, accepted by the activity or not; empty for inspectors, generators and
    /// target programs.
    private(set) var shared: [Item] = []
    /// Text about the content; a transform receives it only if it changes it.
    var caption: String?
    var subject: String?
    private(set) var answers: [String: String] = [:]
    /// Answers to remember for the next time, keyed by field, "" for none; nil if none are to be remembered,
    /// as in a trial.
    package internal(set) var kept: [String: String]?
    /// The target of the perform; nil in a trial, or if the direct field is missing, unanswered, or its
    /// answer too long to store.
    private(set) var target: TargetUse?
    /// IDs of the form's fields, answered or not.
    var fields: Set<String>
    let locale: String?
    var activationToken: String?
    /// Folder for the formats of copied content; nil if the program sets the clipboard itself.
    private(set) var clipboard: String?
    /// Resolved mounts, shared by all programs of the request.
    var mounts: KnownMounts?
    /// MIME types to pass to the program; nil to pass none.
    private(set) var types: [String]?
    /// Whether the bundle's author tries it from outside the search path.
    private(set) var isTrial = false
    /// Real path of the one folder that a transform may write to; nil for all other programs.
    var outputFolder: String?
    /// Whether text items stay text: a transform that accepts links prints the new texts.
    private(set) var keepsTexts = false

    /// Whether the program runs once for each item, and there are several.
    var hasRuns: Bool { options.each != .no && items.count > 1 }

    /// A job for each item if `hasRuns`, otherwise empty.
    var runs: [PerformJob] {
        guard hasRuns else { return [] }
        return items.map { item in
            var run = self
            run.items = [item]
            return run
        }
    }

    /// Checks match, content and answers, in this order.
    ///
    /// - Parameter purpose: whether the program changes the content must match the bundle.
    package init(
        _ request: PerformRequest, of bundle: Bundle, elections: Elections, types: ContentTypeDatabase,
        as purpose: Purpose = .activity
    ) throws(PerformRefusal) {
        try self.init(unanswered: request, of: bundle, elections, types, as: purpose)
        let locale = request.locale.flatMap { LocaleTag($0) }
        let form = bundle.manifest.form
        answers = try FormAnswers(request.answers, to: form, locale: locale).values
        target = request.isTrial ? nil : TargetUse(answers, to: form, request.content)
        let remembering = request.isTrial ? [] : form.filter(\.remembers)
        guard !remembering.isEmpty else { return }
        kept = Dictionary(remembering.map { ($0.id, answers[$0.id] ?? "") }) { first, _ in first }
    }

    /// Checks match and content, but no answers.
    init(
        unanswered request: PerformRequest, of bundle: Bundle, _ elections: Elections,
        _ types: ContentTypeDatabase, as purpose: Purpose = .activity
    ) throws(PerformRefusal) {
        let (manifest, content) = (bundle.manifest, request.content)
        let asked = Request(content: content.outline, elections: elections, types: types)
        let title = Self.title(of: bundle, request.locale)
        let verdict = bundle.evaluate(asked)
        var hasWords = false
        (caption, subject) = (request.caption, request.subject)
        if purpose.changesContent {
            caption = caption.flatMap { manifest.changes($0) ? $0 : nil }
            subject = subject.flatMap { manifest.changes($0) ? $0 : nil }
            hasWords = caption != nil || subject != nil
            keepsTexts = manifest.acceptsLinks
        }
        let expected: Verdict.Code = purpose.changesContent ? .transform : .listed
        guard verdict.code == expected || hasWords && verdict.code.isAboutContent else {
            throw .notApplicable(
                verdict.code,
                reason: request.isTrial
                    ? bundle.explanation(of: verdict, asked)
                    : bundle.refusal(of: verdict, content, title: title))
        }
        try Self.checkPresence(content)
        var items: [HandedItem] = []
        for taken in verdict.taken.sorted(by: { $0.item < $1.item }) {
            let type = content.types[content.properties(taken).type]
            let representation = content.items[taken.item][taken.representation]
            var item = try HandedItem(representation, type, at: taken.item)
            if manifest.performOptions.representations == .all {
                item.alternatives = try Self.alternatives(to: taken.representation, of: taken.item, content)
            }
            items.append(item)
        }
        self.items = items
        shared = content.items
        self.title = title
        self.purpose = purpose
        identifier = bundle.identifier
        bundlePath = bundle.path
        isSystem = bundle.source == .system
        method = manifest.perform
        options = manifest.performOptions
        fields = Set(manifest.form.map(\.id))
        isTrial = request.isTrial
        self.locale = request.locale
        activationToken = request.activationToken
        clipboard = request.clipboard
        mounts = request.mounts
    }

    static func title(of bundle: Bundle, _ locale: String?) -> String {
        let manifest = bundle.manifest
        return locale.flatMap { LocaleTag($0) }?.lookup(in: manifest.titles)
            ?? (manifest.title.isEmpty ? bundle.identifier : manifest.title)
    }

    static func alternatives(
        to taken: Int, of item: Int, _ content: Content
    ) throws(PerformRefusal) -> [HandedItem] {
        var alternatives: [HandedItem] = []
        for (index, facts) in content.properties(item).enumerated() where index != taken {
            let representation = content.items[item][index]
            guard representation.uri != nil || representation.text != nil else { continue }
            alternatives.append(
                try HandedItem(representation, content.types[facts.type], at: item))
        }
        return alternatives
    }

    /// Creates the job of a program that prints something for the daemon, within the activity's limits.
    ///
    /// - Parameters:
    ///   - program: command of a field.
    ///   - types: MIME types of the shared content.
    ///   - timeout: time limit, in microseconds.
    package init(
        _ purpose: Purpose, of bundle: Bundle, by program: [String], types: [String], locale: String?,
        timeout: Int
    ) {
        identifier = bundle.identifier
        title = bundle.manifest.title.isEmpty ? bundle.identifier : bundle.manifest.title
        bundlePath = bundle.path
        isSystem = bundle.source == .system
        (method, options) = (.exec(program), PerformOptions())
        options.network = bundle.manifest.performOptions.network
        options.writes = bundle.manifest.performOptions.writes
        options.timeoutUSec = timeout
        (items, fields) = ([], [])
        (self.purpose, self.types, self.locale) = (purpose, types, locale)
    }

    /// Creates the job of printing a live field's options, within this job's limits.
    func printingOptions(by program: [String]) -> PerformJob {
        var job = self
        (job.method, job.options) = (.exec(program), PerformOptions())
        (job.options.network, job.options.writes) = (options.network, options.writes)
        job.options.timeoutUSec = FormInquiry.timeout
        job.types = Set(items.map(\.type.name)).sorted()
        (job.items, job.fields, job.activationToken, job.purpose) = ([], [], nil, .printing)
        (job.clipboard, job.kept) = (nil, nil)
        return job
    }

    /// Checks that each item has a URI or a text, even items that the activity does not accept.
    static func checkPresence(_ content: Content) throws(PerformRefusal) {
        let empty = content.items.firstIndex { item in
            item.forms.allSatisfy { $0.uri == nil && $0.text == nil }
        }
        guard let empty else { return }
        throw .invalidContent(item: empty, reason: "The item has neither a uri nor a text. Send one of them.")
    }

    var isInternal: Bool { purpose.isInternal }

    /// The program as named in the manifest; for a link, the opener.
    package var programName: String {
        switch method {
        case .exec(let arguments): arguments.first ?? ""
        case .uri: PerformMethod.opener
        }
    }

    /// Whether the program receives paths or URIs, so that text must become a file.
    var takesFiles: Bool {
        if purpose.changesContent { return !keepsTexts }
        guard case .exec(let arguments) = method else { return false }
        return arguments.dropFirst().contains { !ExecArgument($0).codes.isEmpty }
    }

    /// Absolute path of the program's working folder: the first file's, if the manifest requests it; nil for
    /// the home folder.
    var workingFolder: [UInt8]? {
        guard options.workingDirectory == .item,
            let path = items.first(where: { !$0.needsFile && $0.path != nil })?.path,
            let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return nil }
        return Array(path[..<max(slash, 1)])
    }

    /// Whether the activity hands over to another program (Performance.swift): by its manifest, or because it
    /// opens a link.
    var handsOver: Bool {
        if case .uri = method { true } else { options.handsOver }
    }
}

extension Item {
    var forms: [Representation] { [representation] + alternatives }
}
