// SPDX-License-Identifier: Apache-2.0

/// What most manifests say nothing of, kept apart: they may be a hundred thousand.
extension Manifest {
    indirect enum Rarities: Hashable {
        case none
        case some(Rare)
    }

    struct Rare: Hashable {
        var product: String?
        var requiredPrograms: [[String]] = []
        var requiredDesktops: [String] = []
        var requiresPrinter = false
        var application: String?
        var form: [FormField] = []
        var performOptions = PerformOptions()
        var position: Int?
    }

    private var rare: Rare {
        get { if case .some(let rare) = rarities { rare } else { Rare() } }
        set { rarities = newValue == Rare() ? .none : .some(newValue) }
    }

    package var product: String? {
        get { rare.product }
        set { rare.product = newValue }
    }

    /// All of these must be found, of each at least one.
    package var requiredPrograms: [[String]] {
        get { rare.requiredPrograms }
        set { rare.requiredPrograms = newValue }
    }

    /// One of these must run; empty for any.
    package var requiredDesktops: [String] {
        get { rare.requiredDesktops }
        set { rare.requiredDesktops = newValue }
    }

    package var requiresPrinter: Bool {
        get { rare.requiresPrinter }
        set { rare.requiresPrinter = newValue }
    }

    /// The application whose own activity this is: left out of its own sheet.
    package var application: String? {
        get { rare.application }
        set { rare.application = newValue }
    }

    package var form: [FormField] {
        get { rare.form }
        set { rare.form = newValue }
    }

    package var performOptions: PerformOptions {
        get { rare.performOptions }
        set { rare.performOptions = newValue }
    }

    /// System activities only, and required there.
    package var position: Int? {
        get { rare.position }
        set { rare.position = newValue }
    }
}
