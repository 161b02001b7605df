// SPDX-License-Identifier: Apache-2.0
//
// A Purpose plug-in runs in a process of its own. The program that starts it listens on a socket, tells it the socket's path, and
// writes the request to it once it has connected; the plug-in writes lines of JSON with what has changed, and ends
// (KDE/purpose, src/externalprocess).

import Glibc

/// Performs one Purpose plug-in as the activity that it has become.
package struct PurposeSession {
    private let program: String
    private let arguments: [String]
    private let request: PurposeRequest

    /// The longest line that is read.
    private static let maximumLine = 1 << 20
    /// In milliseconds, between looks whether the plug-in has ended without a word.
    private static let interval: Int32 = 200

    /// - Parameters:
    ///   - arguments: The program, the plug-in's type and its path, then addresses of files.
    ///   - input: What the activity is given on standard input.
    /// - Returns: nil for too few arguments.
    package init?(_ arguments: [String], input: [UInt8]) {
        guard arguments.count > 3 else { return nil }
        program = arguments[0]
        self.arguments = ["--pluginType", arguments[1], "--pluginPath", arguments[2]]
        request = PurposeRequest(uris: Array(arguments[3...]), request: input)
    }

    /// Runs the plug-in to its end.
    ///
    /// - Returns: whether it succeeded; what it has to say goes to standard output or error.
    package func perform() -> Bool {
        guard let listener = PurposeSocket() else { return fail("No socket can be made for it.") }
        defer { listener.close() }
        guard let child = start(listener.path) else { return fail("\(program) cannot be started.") }
        var status: Int32 = 0
        var hasEnded = false
        var report = PurposeReport()
        while !hasEnded {
            if let connection = listener.accept(within: Self.interval) {
                converse(connection, &report)
                Glibc.close(connection)
                waitpid(child, &status, 0)
                hasEnded = true
            } else {
                hasEnded = waitpid(child, &status, WNOHANG) != 0
            }
        }
        guard report.error == 0, status == 0 else {
            return fail(
                report.errorText.isEmpty ? "The plug-in failed, and does not say why." : report.errorText)
        }
        if let url = report.url { tell(url) }
        return true
    }

    private func start(_ path: String) -> pid_t? {
        let words = [program, "--server", path] + arguments
        var vector = words.map { strdup($0) } + [nil]
        defer { for word in vector { free(word) } }
        var child: pid_t = 0
        return posix_spawn(&child, program, nil, nil, &vector, environ) == 0 ? child : nil
    }

    private func converse(_ connection: Int32, _ report: inout PurposeReport) {
        guard PurposeSocket.write(request.message, to: connection) else { return }
        var line: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(connection, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            line += part[..<count]
            while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
                take(line[..<end], &report)
                line.removeSubrange(...end)
            }
            guard line.count <= Self.maximumLine else { break }
        }
        take(line[...], &report)
    }

    private func take(_ line: ArraySlice<UInt8>, _ report: inout PurposeReport) {
        let before = report.progress
        report.read(line)
        if let progress = report.progress, progress != before { Notification.send("X_PROGRESS=\(progress)") }
    }

    private func tell(_ url: String) {
        print(url)
        let scheme = url.prefix { $0 != ":" }
        if scheme.count < url.count {
            Notification.send("X_MADE=x-scheme-handler/\(scheme.lowercased()) \(url)")
        }
    }

    private func fail(_ reason: String) -> Bool {
        _ = PurposeSocket.write(Array((reason + "\n").utf8), to: STDERR_FILENO)
        return false
    }
}
