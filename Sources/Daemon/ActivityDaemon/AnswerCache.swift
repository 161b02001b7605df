// SPDX-License-Identifier: Apache-2.0

import Varlink

/// Encoded sheets of the current generation, keyed by everything that affects them.
struct AnswerCache {
    /// Maximum bytes of keys and replies: five hundred sheets of twenty activities, or a few of a thousand.
    /// If the cache is full, all sheets are dropped; a sheet larger than a quarter of the maximum is not
    /// cached.
    private static let maximumBytes = 4 << 20

    private var generation = 0
    private var answers: [SheetKey: EncodedReply] = [:]
    private var bytes = 0

    func answer(_ key: SheetKey, generation: Int) -> EncodedReply? {
        generation == self.generation ? answers[key] : nil
    }

    mutating func insert(_ answer: EncodedReply, for key: SheetKey, generation: Int) {
        let size = key.bytes.count + answer.frame.count
        if generation != self.generation || bytes + size > Self.maximumBytes {
            answers.removeAll(keepingCapacity: true)
            bytes = 0
            self.generation = generation
        }
        guard size <= Self.maximumBytes / 4 else { return }
        answers[key] = answer
        bytes += size
    }
}
