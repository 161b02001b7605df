// SPDX-License-Identifier: Apache-2.0

import ActivityModel

/// Why what a transform makes is not shared.
struct TransformFault: Error {
    /// A sentence for the person.
    let reason: String
    /// The same for the transform's author.
    let detail: String
    /// Whether the transform is at fault, and not the daemon or the machine.
    var isOfOption = true

    static let noRoom = TransformFault(Transform.noRoom)
    /// The copies of others, which stay for a while, take the room.
    static let noRoomYet = TransformFault(Transform.noRoomYet)

    init(_ reason: String, detail: String? = nil) {
        (self.reason, self.detail) = (reason, detail ?? reason)
    }

    init(_ refusal: PerformRefusal) {
        self.init(refusal.sentence)
        isOfOption = false
    }

    /// - Parameter outcome: a failure.
    init(_ outcome: Outcome, of title: String) {
        self.init(outcome.reason ?? "\(title) failed.", detail: outcome.failure)
    }

    /// - Parameters:
    ///   - deed: what the transform has done in its folder, such as "made nothing".
    ///   - file: the file that it is about; for the person alone.
    init(_ title: String, _ deed: String, _ file: String? = nil) {
        let place = file.map { " (\($0))" } ?? ""
        self.init("\(title) \(deed)\(place).", detail: "\(title) \(deed) in $ACTIVITY_OUTPUT.")
    }
}
