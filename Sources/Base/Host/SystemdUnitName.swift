// SPDX-License-Identifier: Apache-2.0

/// The name of a systemd unit: the application in it, and its escapes (systemd.unit(5)).
package enum SystemdUnitName {
    /// The application's id in a unit's name, by systemd's desktop rules ("Desktop Environment Integration"):
    /// `app[-<launcher>]-<id>-<random>.scope` or `app[-<launcher>]-<id>[@<random>].service`.
    package static func application(inUnit unit: String) -> String? {
        guard unit.hasPrefix("app-") else { return nil }
        var name = unit.dropFirst(4)
        if name.hasSuffix(".scope") {
            name = name.dropLast(6)
            guard let hyphen = name.lastIndex(of: "-") else { return nil }
            name = name[..<hyphen]
        } else if name.hasSuffix(".service") {
            name = name.dropLast(8).prefix { $0 != "@" }
        } else {
            return nil
        }
        // Hyphens inside launcher and id are escaped, so the last part is the id.
        let id = unescape(name.split(separator: "-", omittingEmptySubsequences: false).last ?? "")
        return id.isEmpty ? nil : id
    }

    /// The unit of a process from its control groups: the user manager's unit, else the system's, as
    /// sd_pid_get_user_unit(3) and sd_pid_get_unit(3) find them.
    ///
    /// - Parameter groups: contents of `/proc/PID/cgroup`, cgroups(7).
    package static func unit(inGroups groups: String) -> String? {
        for line in groups.split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3, fields[0] == "0" || fields[1] == "name=systemd" else { continue }
            let parts = fields[2].split(separator: "/")
            let manager = parts.firstIndex { $0.hasPrefix("user@") && $0.hasSuffix(".service") }
            let below = manager.map { parts[($0 + 1)...] } ?? parts[...]
            // A group that is not a unit has no dot in its name.
            if let unit = below.first(where: { !$0.hasSuffix(".slice") }), unit.contains(".") {
                return String(unit.hasPrefix("_") ? unit.dropFirst() : unit)
            }
        }
        return nil
    }

    /// Decodes `\xNN` (systemd-escape(1)).
    package static func unescape(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let digits = String(rest.dropFirst().prefix(2)), digits.utf8.count == 2,
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Escapes like `systemd-escape` without `--path`.
    package static func escape(_ text: String) -> String {
        var result = ""
        for (index, byte) in text.utf8.enumerated() {
            let character = Character(UnicodeScalar(byte))
            let isPlain =
                byte < 0x80 && (character.isLetter || character.isNumber || ":_".contains(character))
            if byte == UInt8(ascii: "/") {
                result += "-"
            } else if isPlain || byte == UInt8(ascii: ".") && index > 0 {
                result.append(character)
            } else {
                result += "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return result
    }
}
