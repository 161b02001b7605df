// SPDX-License-Identifier: Apache-2.0

/// How many programs of each purpose run at the same time.
package enum ProgramLimits {
    /// All programs together, if the file descriptors suffice. Each has pipes, a socket and a unit; no person
    /// has so many windows open. A quarter is reserved for activities.
    package static let all = 256
    /// How many of a performer's places the daemon's own programs may take.
    static func own(of places: Int) -> Int { places - places / 4 }

    // Beyond these, a call is refused: a person looks at one form and one sheet.

    /// Forms whose live fields are being filled, each with a program for each such field.
    static let forms = 16
    package static let inspections = 16
    /// Prepares, each with one program after another. One that no client waits for is cancelled first.
    static let prepares = 8

    // Beyond these, a program waits for its turn.

    /// Programs that print targets; one for each activity.
    package static let targets = 16
    package static let generators = 4
}
