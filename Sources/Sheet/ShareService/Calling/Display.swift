// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Where a program shows its windows.
struct Display: Hashable {
    private static let names = ["WAYLAND_DISPLAY", "DISPLAY"]

    private var values: [String: [UInt8]] = [:]

    static var current: Display? { Display(of: UInt32(getpid())) }

    /// The display that the process was started with, which GTK opens at once; nil if the process's
    /// environment cannot be read.
    init?(of process: UInt32) {
        guard let file = Descriptor(open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)),
            let bytes = Descriptor.read(file.number, limit: .max)
        else { return nil }
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
