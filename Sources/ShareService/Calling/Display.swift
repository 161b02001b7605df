// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Where a program shows its windows.
struct Display: Hashable {
    private static let names = ["WAYLAND_DISPLAY", "DISPLAY"]

    private var values: [String: [UInt8]] = [:]

    static var current: Display { Display(of: UInt32(getpid())) ?? Display() }

    private init() {}

    /// Nil where the process cannot be looked at. What it was started with: GTK opens its display at once.
    init?(of process: UInt32) {
        let descriptor = open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(descriptor, &part, part.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        for variable in bytes.split(separator: 0) {
            for name in Self.names where variable.starts(with: (name + "=").utf8) {
                values[name] = Self.withoutScreen(variable.dropFirst(name.utf8.count + 1))
            }
        }
    }

    /// ":0.0" is screen 0 of the display ":0"; terminals name it in their DISPLAY.
    private static func withoutScreen(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let screen = Array(".0".utf8)
        return Array(value.suffix(screen.count) == screen[...] ? value.dropLast(screen.count) : value)
    }
}
