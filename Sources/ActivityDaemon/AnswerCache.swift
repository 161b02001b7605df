// SPDX-License-Identifier: Apache-2.0

/// Sheets of the present generation by what decided them.
struct AnswerCache {
    struct Answer {
        /// The reply's parameters.
        let parameters: [UInt8]
        /// The app's own activities that it lists.
        let included: Set<String>
    }

    /// Bytes of questions and answers: two hundred sheets of twenty activities.
    private static let maximumBytes = 1 << 20

    private var generation = 0
    private var answers: [SheetKey: Answer] = [:]
    private var bytes = 0

    func answer(_ key: SheetKey, generation: Int) -> Answer? {
        generation == self.generation ? answers[key] : nil
    }

    mutating func insert(_ answer: Answer, for key: SheetKey, generation: Int) {
        let size = key.bytes.count + answer.parameters.count
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
