// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

/// Structured log messages: to the journal with named fields, else to standard error as human-readable lines.
///
/// Any thread may log without blocking: a message that cannot be delivered at once is dropped, and the next
/// delivered one follows a line with the number of dropped messages.
package final class Journal: Sendable {
    /// The levels of syslog(3), by systemd's names.
    package enum Level: CInt, CaseIterable, Sendable {
        case emerg, alert, crit, err, warning, notice, info, debug

        package init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        package var name: String { String(describing: self) }
    }

    /// The threshold; less urgent messages are dropped.
    package var level: Level {
        get { threshold.withLock { $0 } }
        set { threshold.withLock { $0 = newValue } }
    }
    private let threshold: Mutex<Level>
    private let identifier: String
    private let usesJournal: Bool
    private let socket: String
    private let output: Mutex<(lines: LineWriter, dropped: Int)>

    /// - Parameter usesJournal: nil to use the journal if `JOURNAL_STREAM` is set and `socket` is writable.
    package init(
        identifier: String, level: Level = .info, usesJournal: Bool? = nil,
        socket: String = "/run/systemd/journal/socket", standardError: CInt = STDERR_FILENO
    ) {
        self.identifier = identifier
        self.socket = socket
        threshold = Mutex(level)
        output = Mutex((LineWriter(standardError), 0))
        self.usesJournal =
            usesJournal ?? (getenv("JOURNAL_STREAM") != nil && access(socket, W_OK) == 0)
    }

    /// - Parameters:
    ///   - name: the identifier to log under, if not this program's own.
    ///   - id: message id of 32 hexadecimal digits, the key of its catalog text.
    ///   - fields: names in upper case, such as `UNIT`.
    package func log(
        _ level: Level, _ message: String, as name: String? = nil, id: String? = nil,
        _ fields: KeyValuePairs<String, String> = [:]
    ) {
        guard level.rawValue <= self.level.rawValue else { return }
        let entry = Entry(level: level, message: message, name: name ?? identifier, id: id, fields: fields)
        output.withLock { output in
            if output.dropped > 0 {
                let sentence = "\(output.dropped) messages were dropped because the log was not being read."
                let report = Entry(level: .warning, message: sentence, name: identifier)
                guard deliver(report, &output.lines) else { return output.dropped += 1 }
                output.dropped = 0
            }
            if !deliver(entry, &output.lines) { output.dropped += 1 }
        }
    }

    private func deliver(_ entry: Entry, _ lines: inout LineWriter) -> Bool {
        guard usesJournal else { return entry.lines.allSatisfy { lines.write($0) } }
        return switch Datagram.send(entry.datagram, to: socket) {
        case .sent: true
        case .full: false
        case .refused: entry.lines.allSatisfy { lines.write($0) }
        }
    }
}

/// One message, in the journal's form and as human-readable lines.
private struct Entry {
    let level: Journal.Level
    let message: String
    let name: String
    var id: String?
    var fields: KeyValuePairs<String, String> = [:]

    /// The message in the format of systemd.io/JOURNAL_NATIVE_PROTOCOL.
    var datagram: [UInt8] {
        var all = [("MESSAGE", message), ("PRIORITY", "\(level.rawValue)"), ("SYSLOG_IDENTIFIER", name)]
        if let id { all.append(("MESSAGE_ID", id)) }
        all += fields.map { ($0.key, $0.value) }
        return all.flatMap(Self.encoded)
    }

    /// A value with several lines follows its little-endian length.
    private static func encoded(_ name: String, _ value: String) -> [UInt8] {
        guard value.utf8.contains(UInt8(ascii: "\n")) else { return Array("\(name)=\(value)\n".utf8) }
        let length = withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian, Array.init)
        return Array("\(name)\n".utf8) + length + Array("\(value)\n".utf8)
    }

    var lines: [String] {
        let details = fields.map { " \($0.key)=\($0.value)" }.joined()
        return message.split(separator: "\n").map { line in
            let text = "\(name): \(level.name): \(line)\(details)"
            return String(String.UnicodeScalarView(text.unicodeScalars.map(Self.printable)))
        }
    }

    /// Replaces characters that would move a terminal's cursor, end the line or turn the text direction.
    private static func printable(_ scalar: UnicodeScalar) -> UnicodeScalar {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "?"
        default: scalar
        }
    }
}
