// SPDX-License-Identifier: Apache-2.0
//
// Key files: groups of `key=value` lines, the syntax of desktop entries. Two libraries parse malformed files
// differently; a plug-in must be parsed as by the program for which it was written.
//
//                           GLib (g_key_file_*)               KConfig (KDesktopFile)
//   a line without "="      the whole file is rejected        ignored
//   blanks after a value    part of the value                 trimmed
//   invalid UTF-8           the key has no value              replaced
//   an unknown escape       kept unchanged                    its letter is dropped
//
// Both use the last value of a repeated key, and merge groups of one name. A translation is the best of the
// person's languages in both, as GLib has it; KConfig itself tries one locale and its language.

import StrictJSON

package struct KeyFile: Sendable {
    package enum Dialect: Sendable {
        case glib, kconfig
    }

    package struct Group: Sendable {
        /// Raw values keyed by key, still escaped.
        fileprivate(set) var values: [ExactText: [UInt8]] = [:]
        /// Raw translations keyed by key, then by locale as written.
        fileprivate(set) var localised: [String: [String: [UInt8]]] = [:]
        let dialect: Dialect
    }

    package let dialect: Dialect
    private var groups: [ExactText: Group] = [:]

    /// Maximum bytes of a line in a plug-in; the longest published one has two thousand.
    package static let maximumLine = 16 << 10

    /// - Throws: `Omission` for too long a line, or, in GLib's dialect, for a malformed one.
    package init(
        _ bytes: [UInt8], dialect: Dialect, maximumLine: Int = maximumLine
    ) throws(Omission) {
        self.dialect = dialect
        var current: ExactText?
        var number = 0
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            number += 1
            guard line.count <= maximumLine else {
                throw Omission("Line \(number) of its file is longer than \(maximumLine >> 10) KiB.")
            }
            do throws(SyntaxError) {
                try read(line, &current)
            } catch  where dialect == .glib {
                throw Omission("Line \(number) of its file is not \(error.expected).")
            } catch {
                // KConfig ignores the line.
            }
        }
    }

    package subscript(group: String) -> Group? { groups[ExactText(group)] }

    private struct SyntaxError: Error {
        let expected: String
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ group: inout ExactText?) throws(SyntaxError) {
        let line = dialect == .kconfig ? line.trimmed : line.droppingCarriageReturn.drop(while: \.isBlank)
        guard let first = line.first, first != UInt8(ascii: "#") else { return }
        if first == UInt8(ascii: "[") {
            guard let end = line.lastIndex(of: UInt8(ascii: "]")) else {
                throw SyntaxError(expected: "a group")
            }
            let name = ExactText(String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self))
            group = name
            if groups[name] == nil { groups[name] = Group(dialect: dialect) }
            return
        }
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
            throw SyntaxError(expected: "a key with a value")
        }
        guard let group else {
            if dialect == .glib { throw SyntaxError(expected: "in a group") }
            return
        }
        let raw = line[(equals + 1)...].drop(while: \.isBlank)
        groups[group]?.set(
            String(decoding: line[..<equals].trimmed, as: UTF8.self), dialect == .kconfig ? raw.trimmed : raw)
    }
}

extension KeyFile.Group {
    /// Stores a line, whose key may end in a locale or, in KConfig, in options such as `[$e]`.
    fileprivate mutating func set(_ key: String, _ raw: ArraySlice<UInt8>) {
        var name = key[...]
        var locale: Substring?
        while name.hasSuffix("]"), let open = name.lastIndex(of: "[") {
            let inside = name[name.index(after: open)...].dropLast()
            if !inside.hasPrefix("$") { locale = inside }
            name = name[..<open]
        }
        if let locale {
            localised[String(name), default: [:]][String(locale)] = Array(raw)
        } else {
            values[ExactText(String(name))] = Array(raw)
        }
    }
}

extension UInt8 {
    /// Whether the byte is white space in the C locale.
    var isBlank: Bool { self == 0x20 || self &- 9 < 5 }
}

extension ArraySlice<UInt8> {
    var trimmed: ArraySlice<UInt8> {
        var text = drop(while: \.isBlank)
        while text.last?.isBlank == true { text.removeLast() }
        return text
    }

    fileprivate var droppingCarriageReturn: ArraySlice<UInt8> { last == 0x0D ? dropLast() : self }
}
