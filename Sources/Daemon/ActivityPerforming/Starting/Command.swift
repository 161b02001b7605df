// SPDX-License-Identifier: Apache-2.0
//
// An activity's command line. Each argument of the manifest is parsed into literals, field codes and answers
// (ActivityModel/Manifest/ExecArgument.swift) and expanded; it stays one argument whatever its values are,
// and only `%F` and `%U`, which stand alone, become one argument per item. There is no shell and no second
// pass, so the text of a file's name or an answer is never parsed: a file may be named `%f`, `$HOME` or `;
// rm`. A path is absolute and a URI begins with its scheme, so neither can be mistaken for an option.

import ActivityModel

/// A program and its arguments, its own name first, as raw bytes.
struct Command: Sendable {
    /// Limit for one argument with its NUL, in bytes: execve(2), MAX_ARG_STRLEN.
    static let maximumArgumentBytes = 128 << 10
    /// Limit for all arguments, each with a pointer, in bytes. execve(2) allows a quarter of the stack's
    /// limit, 2 MiB as a rule, and the environment needs room too.
    static let maximumBytes = 3 << 19

    private(set) var program: String
    private(set) var arguments: [[UInt8]] = []
    /// The working folder; nil for the home folder.
    private(set) var folder: [UInt8]?

    init(program: String) {
        self.program = program
        arguments = [Array(program.utf8)]
    }

    /// Runs activity-sandbox, which starts the programs of `PerformJob.list`.
    init(starting each: PerformOptions.Each, by program: String) {
        self.program = program
        arguments = ["activity-sandbox", each == .together ? "--together" : "--each"].map { Array($0.utf8) }
    }

    /// - Throws: `limitExceeded` if the arguments are too long for execve(2), `notPerformable` if one
    ///   contains a NUL.
    init(_ job: PerformJob, program: String) throws(PerformRefusal) {
        self.program = program
        folder = job.workingFolder
        switch job.method {
        case .exec(let exec): expand(exec, job)
        case .uri(let template):
            arguments = [Array(program.utf8), Array(Self.link(template, job).utf8)]
        }
        guard !arguments.contains(where: { $0.contains(0) }) else {
            throw .notPerformable(
                reason: "The manifest's arguments hold a NUL, which no program can be given.")
        }
        try checkSize()
    }

    private func checkSize() throws(PerformRefusal) {
        let total = arguments.reduce(0) { $0 + $1.count + 1 + MemoryLayout<UnsafeRawPointer>.size }
        guard total <= Self.maximumBytes else { throw .limitExceeded("files", Self.maximumBytes) }
        guard arguments.allSatisfy({ $0.count < Self.maximumArgumentBytes }) else {
            throw .limitExceeded("files", Self.maximumArgumentBytes - 1)
        }
    }

    /// Wraps the command in a sandbox. The options name files, and ps shows arguments to every user, so they
    /// are passed in a file.
    ///
    /// - Parameters:
    ///   - options: bubblewrap's options, up to a separator, then activity-sandbox's folders.
    ///   - outer: path of activity-sandbox.
    ///   - bubblewrap: path of bwrap; nil if it is not installed.
    ///   - supervision: activity-sandbox's option for supervision; nil for none.
    /// - Throws: `notPerformable` without bubblewrap or if the file cannot be written, `limitExceeded` if the
    ///   arguments have become too long.
    mutating func enter(
        _ options: [[UInt8]], in private: PrivateFolder, by outer: String, _ bubblewrap: String?,
        _ supervision: String?
    ) throws(PerformRefusal) {
        guard let bubblewrap else {
            throw .notPerformable(
                reason: "It keeps itself to what it needs, which takes bubblewrap. Install bubblewrap.")
        }
        let end = options.firstIndex(of: Array("--".utf8)) ?? options.endIndex
        let file = try `private`.write(options: options[..<end])
        let first = ["activity-sandbox", supervision, bubblewrap, file].compactMap(\.self)
        let words = first.map { Array($0.utf8) } + options[end...]
        arguments = words + [Array(program.utf8)] + arguments
        program = outer
        // bubblewrap enters the folder, inside the sandbox.
        folder = nil
        try checkSize()
    }

    /// Checks that the arguments and the working folder are UTF-8: D-Bus messages to systemd cannot carry
    /// other bytes (D-Bus specification, "Basic types").
    ///
    /// - Throws: `invalidContent` for the first item whose path is not UTF-8.
    func requireText(_ job: PerformJob) throws(PerformRefusal) {
        let words = arguments + (folder.map { [$0] } ?? [])
        guard words.contains(where: { String(validating: $0, as: UTF8.self) == nil }) else { return }
        let item = job.items.first { $0.path.map { String(validating: $0, as: UTF8.self) == nil } ?? false }
        throw .invalidContent(
            item: item?.index ?? 0,
            reason: "The file's path is not UTF-8, and systemd hands over no other. Rename the file.")
    }

    private mutating func expand(_ exec: [String], _ job: PerformJob) {
        let name = BundlePath.isPath(exec[0]) ? program : exec[0]
        arguments = [Array(name.utf8)]
        for argument in exec.dropFirst().map({ ExecArgument($0) }) {
            switch argument.parts {
            case [.code("F")]: arguments += job.items.compactMap(\.path)
            case [.code("U")]: arguments += job.items.compactMap { $0.uri.map { Array($0.utf8) } }
            // As in desktop entries, a field code without a value adds no argument.
            case [.code("f")]: arguments += job.items.prefix(1).compactMap(\.path)
            case [.code("u")]: arguments += job.items.prefix(1).compactMap { $0.uri.map { Array($0.utf8) } }
            default: arguments.append(argument.parts.reduce(into: []) { $0 += Self.bytes($1, job) })
            }
        }
    }

    private static func bytes(_ part: ExecArgument.Part, _ job: PerformJob) -> [UInt8] {
        switch part {
        case .literal(let text): Array(text.utf8)
        case .code("f"): job.items.first?.path ?? []
        case .code("u"): Array((job.items.first?.uri ?? "").utf8)
        case .code(let code): Array("%\(code)".utf8)
        case .answer(let name) where job.fields.contains(name): Array((job.answers[name] ?? "").utf8)
        // Unknown names are left as they are: the argument may be a script, for awk or sed.
        case .answer(let name): Array("{\(name)}".utf8)
        }
    }

    /// Expands a link's template; all values are percent-encoded, and unknown names expand to nothing.
    private static func link(_ template: String, _ job: PerformJob) -> String {
        ExecArgument(template, percentCodes: false).parts.reduce(into: "") { link, part in
            switch part {
            case .literal(let text): link += text
            case .answer(let name): link += PercentEncoding.encode(job.value(of: name))
            case .code: break
            }
        }
    }
}

extension PerformJob {
    /// The items' URIs, one per line.
    var uris: String { items.compactMap(\.representation.uri).joined(separator: "\n") }

    /// The value of a name in a link's template. `text`, `uri` and `name` always mean the content; a field of
    /// the form overrides `caption` and `subject`.
    fileprivate func value(of name: String) -> String {
        switch name {
        case "text": composedText
        case "uri": uris
        case "name": items.map(\.name).filter { !$0.isEmpty }.joined(separator: "\n")
        case "caption" where !fields.contains(name): caption ?? ""
        case "subject" where !fields.contains(name): subject ?? ""
        default: answers[name] ?? ""
        }
    }
}
