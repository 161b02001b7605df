// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// The display on which a program shows its windows: GTK opens Wayland's if there is one, else X's.
struct Display: Hashable {
    private static let names = ["WAYLAND_DISPLAY", "DISPLAY"]

    private let name: [UInt8]

    static var current: Display? { Display(of: UInt32(getpid())) }

    /// The display that the process was started with, which GTK opens at once; nil if the process's
    /// environment cannot be read.
    init?(of process: UInt32) {
        guard let file = Descriptor(open("/proc/\(process)/environ", O_RDONLY | O_CLOEXEC)),
            let bytes = Descriptor.read(file.number, limit: .max)
        else { return nil }
        let variables = bytes.split(separator: 0)
        let values = Self.names.map { name in
            variables.first { $0.starts(with: (name + "=").utf8) }?.dropFirst(name.utf8.count + 1) ?? []
        }
        name = values.first { !$0.isEmpty }.map(Self.withoutScreen) ?? []
    }

    /// ":0.0" is screen 0 of the display ":0"; terminals name it in their DISPLAY.
    private static func withoutScreen(_ value: ArraySlice<UInt8>) -> [UInt8] {
        let screen = Array(".0".utf8)
        return Array(value.suffix(screen.count) == screen[...] ? value.dropLast(screen.count) : value)
    }
}
