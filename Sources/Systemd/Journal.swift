// SPDX-License-Identifier: Apache-2.0

import CLinux
import CSystemd
import Glibc
import Synchronization

/// Structured log messages: to the journal with named fields, else to standard error as lines for people.
///
/// `sd_journal_sendv` drops a message without a word where no journal listens, so its socket is looked for
/// first. Any thread may log.
package final class Journal: Sendable {
    /// The levels of syslog(3), by the names that systemd gives them.
    package enum Level: CInt, CaseIterable, Sendable {
        case emerg, alert, crit, err, warning, notice, info, debug

        package init?(name: String) {
            guard let level = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = level
        }

        package var name: String { String(describing: self) }
    }

    /// What is less urgent than this is dropped.
    package var level: Level {
        get { threshold.withLock { $0 } }
        set { threshold.withLock { $0 = newValue } }
    }
    private let threshold: Mutex<Level>
    private let identifier: String
    private let usesJournal: Bool

    /// - Parameter usesJournal: nil: where standard error is the journal's own stream (`JOURNAL_STREAM`).
    package init(identifier: String, level: Level = .info, usesJournal: Bool? = nil) {
        self.identifier = identifier
        threshold = Mutex(level)
        self.usesJournal =
            usesJournal
            ?? (getenv("JOURNAL_STREAM") != nil && access("/run/systemd/journal/socket", W_OK) == 0)
    }

    /// - Parameters:
    ///   - name: of whoever says it, where that is another than who logs.
    ///   - id: 32 hexadecimal digits by which a catalog finds its text.
    ///   - fields: names in upper case, such as `UNIT`.
    package func log(
        _ level: Level, _ message: String, as name: String? = nil, id: String? = nil,
        _ fields: KeyValuePairs<String, String> = [:]
    ) {
        guard level.rawValue <= self.level.rawValue else { return }
        let name = name ?? identifier
        var entries = ["MESSAGE=" + message, "PRIORITY=\(level.rawValue)", "SYSLOG_IDENTIFIER=" + name]
        if let id { entries.append("MESSAGE_ID=" + id) }
        entries += fields.map { $0.key + "=" + $0.value }
        if !usesJournal || Self.send(entries) < 0 { print(level, message, name, fields) }
    }

    private static func send(_ entries: [String]) -> CInt {
        let vectors = entries.map { entry in
            let bytes = Array(entry.utf8)
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
            copy.copyBytes(from: bytes)
            return iovec(iov_base: copy.baseAddress, iov_len: copy.count)
        }
        defer { for vector in vectors { vector.iov_base.deallocate() } }
        return sd_journal_sendv(vectors, CInt(vectors.count))
    }

    private func print(
        _ level: Level, _ message: String, _ name: String, _ fields: KeyValuePairs<String, String>
    ) {
        let details = fields.map { " \($0.key)=\($0.value)" }.joined()
        for line in message.split(separator: "\n") {
            let text = "\(name): \(level.name): \(line)\(details)"
            let scalars = String.UnicodeScalarView(text.unicodeScalars.map(Self.printable))
            fputs(String(scalars) + "\n", linux_stderr())
        }
    }

    /// Without what would move a terminal's cursor, end the line or turn the direction of what follows.
    private static func printable(_ scalar: UnicodeScalar) -> UnicodeScalar {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: "?"
        default: scalar
        }
    }
}
