// SPDX-License-Identifier: Apache-2.0

import Glibc

enum LocalTime {
    /// Date and time in the local time zone.
    ///
    /// - Parameter microseconds: microseconds since 1970.
    static func text(_ microseconds: Int) -> String {
        var (seconds, time) = (time_t(microseconds / 1_000_000), tm())
        guard localtime_r(&seconds, &time) != nil else { return "" }
        let bytes = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { text in
                count = text.baseAddress.map { strftime($0, text.count, "%Y-%m-%d %H:%M:%S", &time) } ?? 0
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
