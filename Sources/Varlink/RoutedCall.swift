// SPDX-License-Identifier: Apache-2.0

/// A call that is decoded, held to its interface, and on its way to a handler.
final class RoutedCall {
    /// The very bytes that came.
    let frame: [UInt8]
    let call: Call
    let route: Service.Route

    init(frame: [UInt8], call: Call, route: Service.Route) {
        self.frame = frame
        self.call = call
        self.route = route
    }
}

/// The calls that came last, by their bytes: one that comes again, byte for byte, need not be decoded again.
///
/// Decoding and checking read nothing but the frame and the interface, so equal bytes give an equal call.
/// What is kept is bounded by its number and by the size of a frame worth keeping.
struct RecentCalls {
    private static let count = 16
    private static let frameLimit = 4096
    private var calls: [RoutedCall?] = Array(repeating: nil, count: count)

    func find(_ frame: [UInt8]) -> RoutedCall? {
        guard let call = calls[Self.place(of: frame)], call.frame == frame else { return nil }
        return call
    }

    mutating func keep(_ call: RoutedCall) {
        if call.frame.count <= Self.frameLimit { calls[Self.place(of: call.frame)] = call }
    }

    private static func place(of frame: [UInt8]) -> Int {
        var sum = UInt(truncatingIfNeeded: frame.count)
        for byte in frame.suffix(48) { sum = sum &* 31 &+ UInt(byte) }
        return Int(sum % UInt(count))
    }
}
