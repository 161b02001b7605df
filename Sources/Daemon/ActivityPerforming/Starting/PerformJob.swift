// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import Host

/// A client's request to perform an activity.
package struct PerformRequest: Sendable {
    let content: Content
    /// Answers keyed by the id of the form's field.
    let answers: [String: String]
    /// As the client wrote it.
    let locale: String?
    let activationToken: String?
    /// Whether the bundle is tried from where it lies, which its author does.
    let isTrial: Bool
    /// Filled by the first of its programs.
    let mounts = KnownMounts()

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

/// A perform to start, after every check that needs nothing but the request and the registry.
package struct PerformJob: Sendable {
    package let identifier: String
    /// For the unit's description.
    let title: String
    package let bundlePath: String
    /// Whether it is the system's own, which is believed.
    let isSystem: Bool
    private(set) var method: PerformMethod
    private(set) var options: PerformOptions
    var items: [HandedItem]
    private(set) var answers: [String: String] = [:]
    /// Answers to remember for the next time, keyed by field, "" for none; nil if none are to be remembered,
    /// as in a trial.
    package private(set) var kept: [String: String]?
    /// The target that it is performed with; nil in a trial, or if the answer to its direct field cannot be kept.
    private(set) var target: TargetUse?
    /// The ids of the form's fields, answered or not.
    private(set) var fields: Set<String>
    let locale: String?
    private(set) var activationToken: String?
    /// Whether the daemon itself asks for it: for the options of a live field, say, or for what a generator makes. No person
    /// follows it, and nothing of it is kept.
    private(set) var isInternal = false
    /// Shared by all programs of its request.
    private(set) var mounts: KnownMounts?
    /// MIME types that its program is told of; nil where it is told of none.
    private(set) var types: [String]?
    /// Whether its bundle is tried from where it lies.
    private(set) var isTrial = false
    /// Whether it prints the targets of a direct field.
    private(set) var isForTargets = false
    /// Whether it works beside what the person does: at a low priority, with little memory, and with nothing left running.
    private(set) var isInBackground = false
    /// The real path of the one folder that a transform writes to; nil for all other programs.
    private(set) var outputFolder: String?
    /// A generator's bounds: what it may see and write, instead of what a manifest says.
    private(set) var confinement: Confinement?

    /// The jobs of which this one is made, if its program is started once for each of several items.
    var runs: [PerformJob] {
        guard options.each != .no, items.count > 1 else { return [] }
        return items.map { item in
            var run = self
            run.items = [item]
            return run
        }
    }

    /// Checks content, match and answers, in this order.
    ///
    /// - Parameter code: the verdict that it must have.
    package init(
        _ request: PerformRequest, of bundle: Bundle, elections: Elections, types: ContentTypeDatabase,
        as code: Verdict.Code = .listed
    ) throws(PerformRefusal) {
        try self.init(unanswered: request, of: bundle, elections, types, as: code)
        let locale = request.locale.flatMap { LocaleTag($0) }
        let form = bundle.manifest.form
        answers = try FormAnswers(request.answers, to: form, locale: locale).values
        target = request.isTrial ? nil : TargetUse(answers, to: form, request.content)
        let remembering = request.isTrial ? [] : form.filter(\.remembers)
        guard !remembering.isEmpty else { return }
        kept = Dictionary(remembering.map { ($0.id, answers[$0.id] ?? "") }) { first, _ in first }
    }

    /// Checks content and match.
    init(
        unanswered request: PerformRequest, of bundle: Bundle, _ elections: Elections,
        _ types: ContentTypeDatabase, as code: Verdict.Code = .listed
    ) throws(PerformRefusal) {
        let (manifest, content) = (bundle.manifest, request.content)
        let asked = Request(content: content.outline, elections: elections, types: types)
        let locale = request.locale.flatMap { LocaleTag($0) }
        title =
            locale?.lookup(in: manifest.titles)
            ?? (manifest.title.isEmpty ? bundle.identifier : manifest.title)
        let verdict = bundle.evaluate(asked)
        guard verdict.code == code else {
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
            var item = try HandedItem(representation, type, at: taken.item)
            if manifest.performOptions.representations == .all {
                item.alternatives = try Self.alternatives(to: taken, content)
            }
            items.append(item)
        }
        self.items = items
        identifier = bundle.identifier
        bundlePath = bundle.path
        isSystem = bundle.source == .system
        method = manifest.perform
        options = manifest.performOptions
        fields = Set(manifest.form.map(\.id))
        isTrial = request.isTrial
        self.locale = request.locale
        activationToken = request.activationToken
        mounts = request.mounts
    }

    /// The item's other representations, without those that hold nothing.
    private static func alternatives(
        to taken: TakenItem, _ content: Content
    ) throws(PerformRefusal) -> [HandedItem] {
        var alternatives: [HandedItem] = []
        for (index, facts) in content.facts(taken.item).enumerated() where index != taken.representation {
            let representation = content.items[taken.item][index]
            guard representation.uri != nil || representation.text != nil else { continue }
            alternatives.append(
                try HandedItem(representation, content.types[facts.type], at: taken.item))
        }
        return alternatives
    }

    /// The job of running a generator.
    package init(_ program: String, within confinement: Confinement) {
        identifier = Folder.split(program).name
        title = "Generator \(identifier)"
        bundlePath = Folder.split(program).folder
        isSystem = false
        method = .exec([program, confinement.folder.replacing("%", with: "%%")])
        options = PerformOptions()
        (options.network, options.writes, options.timeoutUSec) = (false, [], Confinement.timeUSec)
        (items, fields, locale, isInternal, isInBackground) = ([], [], nil, true, true)
        self.confinement = confinement
    }

    /// The job of printing the targets of an activity, within its bounds.
    ///
    /// - Parameters:
    ///   - program: of its direct field.
    ///   - types: MIME types of what is shared.
    ///   - timeout: in microseconds.
    package init(
        printingTargetsOf bundle: Bundle, by program: [String], types: [String], locale: String?,
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
        (items, fields, isInternal, isForTargets) = ([], [], true, true)
        (self.types, self.locale) = (types, locale)
    }

    /// The job of printing a live field's options, within the bounds of this one.
    func printingOptions(by program: [String]) -> PerformJob {
        var job = self
        (job.method, job.options) = (.exec(program), PerformOptions())
        (job.options.network, job.options.writes) = (options.network, options.writes)
        job.options.timeoutUSec = FormInquiry.patience
        job.types = Set(items.map(\.type.name)).sorted()
        (job.items, job.fields, job.activationToken, job.isInternal) = ([], [], nil, true)
        job.kept = nil
        return job
    }

    /// The job of printing what there is to change in the items, within the bounds of this one.
    func describing(by program: [String]) -> PerformJob {
        var job = printingOptions(by: program)
        (job.items, job.isInBackground) = (items, true)
        (job.options.stdin, job.options.representations) = (options.stdin, options.representations)
        return job
    }

    /// Microseconds in which a transform has to end that says nothing else: a client may leave, and its copies never come.
    private static let transformTimeUSec = 3_600_000_000

    /// The same for the daemon itself, as a part of a Prepare.
    ///
    /// - Parameter folder: the real path of the empty folder that takes what is made.
    func transforming(into folder: String) -> PerformJob {
        var job = self
        (job.outputFolder, job.isInternal, job.activationToken, job.kept) = (folder, true, nil, nil)
        job.options.timeoutUSec = options.timeoutUSec ?? Self.transformTimeUSec
        return job
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
        switch method {
        case .exec(let arguments): arguments.first ?? ""
        case .uri: PerformMethod.opener
        }
    }

    /// Whether a program is given paths or URIs, for which text becomes a file.
    var takesFiles: Bool {
        guard case .exec(let arguments) = method else { return false }
        return arguments.dropFirst().contains { !ExecArgument($0).codes.isEmpty }
    }

    /// The absolute path of the folder that its program starts in; nil: the home folder.
    var workingFolder: [UInt8]? {
        guard options.workingDirectory == .item,
            let path = items.first(where: { !$0.needsFile && $0.path != nil })?.path,
            let slash = path.lastIndex(of: UInt8(ascii: "/"))
        else { return nil }
        return Array(path[..<max(slash, 1)])
    }

    /// Whether it has finished as soon as it runs: it says so itself, or it opens a link.
    var handsOver: Bool {
        if case .uri = method { true } else { options.handsOver }
    }
}
