// SPDX-License-Identifier: Apache-2.0

/// Estimates the remaining time from the average rate so far.
package struct RemainingTime {
    /// Minimum elapsed time before an estimate: the initial rate is not representative.
    private static let minimumElapsed = Duration.seconds(2)

    /// The first fraction since the estimate was reset, and its time.
    private var begin: (fraction: Double, time: ContinuousClock.Instant)?
    private var last = 0.0

    package init() {}

    /// Minutes and seconds, such as `1:30`, rounded up to five seconds, or to 30 above a minute. Returns nil
    /// for the first two seconds, while there is no advance, once finished, and for estimates of a day or
    /// more.
    ///
    /// - Parameter fraction: between 0 and 1; nil, or a smaller value than before, resets the estimate.
    package mutating func estimate(_ fraction: Double?, at time: ContinuousClock.Instant) -> String? {
        guard let fraction else {
            begin = nil
            return nil
        }
        defer { last = fraction }
        guard let begin, fraction >= last else {
            begin = (fraction, time)
            return nil
        }
        let (spent, done) = (time - begin.time, fraction - begin.fraction)
        guard spent >= Self.minimumElapsed, done > 0, fraction < 1 else { return nil }
        return Self.text(spent / .seconds(1) * (1 - fraction) / done)
    }

    private static func text(_ time: Double) -> String? {
        guard time < 24 * 3600 else { return nil }
        let step = time > 60 ? 30.0 : 5.0
        let seconds = Int((time / step).rounded(.up) * step)
        let rest = seconds % 60
        return "\(seconds / 60):" + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
