// SPDX-License-Identifier: Apache-2.0

/// The reason why a transform failed, or why its output cannot be shared.
struct TransformFault: Error {
    /// A sentence for the person.
    let reason: String
    /// The sentence for the transform's author; without the name of a faulty file.
    let detail: String
    /// Whether the failure is reported as the transform's; false if the daemon refused to run the program.
    var isOfOption = true
    /// Whether there is no room for the copies; sheets say so in their language.
    private(set) var lacksRoom = false

    static let noRoom = TransformFault(
        forRoom: "There is no room for more copies. Share fewer or smaller files.")
    /// The room is occupied by other copies that cannot be evicted yet.
    static let noRoomYet = TransformFault(
        forRoom:
            "Copies that were shared lately take up the room. Try again later, or share fewer or smaller files."
    )

    private init(forRoom reason: String) {
        self.init(reason)
        lacksRoom = true
    }

    init(_ reason: String, detail: String? = nil) {
        (self.reason, self.detail) = (reason, detail ?? reason)
    }

    init(_ refusal: PerformRefusal) {
        self.init(refusal.sentence)
        isOfOption = false
    }

    /// - Parameter outcome: the outcome of a program that did not succeed.
    init(_ outcome: Outcome, of title: String) {
        self.init(outcome.reason ?? "\(title) failed.", detail: outcome.failure)
    }

    /// - Parameters:
    ///   - deed: the transform's fault, as a verb phrase such as "made nothing".
    ///   - file: name of the faulty file, which only the person sees.
    init(_ title: String, _ deed: String, _ file: String? = nil) {
        let place = file.map { " (\($0))" } ?? ""
        self.init("\(title) \(deed)\(place).", detail: "\(title) \(deed) in $ACTIVITY_OUTPUT.")
    }
}
