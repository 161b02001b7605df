// SPDX-License-Identifier: Apache-2.0

package import StrictJSON

/// A plug-in's description of itself, in `<identifier>.activity/manifest.json`; activity-manifest(5)
/// describes each key.
///
/// ```
/// org.example.resize.activity/
///     manifest.json
///     icon.png            the template icon that the manifest names
///     icon@3x.png         the same for denser screens
///     bin/resize          whatever the activity runs
/// ```
package struct Manifest: Hashable, Sendable {
    package enum Category: String, CaseIterable, Sendable, JSONConvertible {
        case action, share
    }

    /// How to treat a selection with items that no clause takes.
    package enum Match: String, CaseIterable, Sendable, JSONConvertible {
        /// Every item must be taken.
        case all
        /// At least one; the activity does not get the others.
        case any
    }

    /// One activation rule.
    package struct Clause: Hashable, Sendable {
        package var types: [TypePattern]
        package var except: [TypePattern] = []
        package var min = 0
        package var max: Int?
        /// Maximum bytes of each item; nil for no limit.
        package var maxBytes: Int?
        /// Whether it takes nothing but files of this machine.
        package var isLocal = false

        package init(types: [TypePattern]) {
            self.types = types
        }
    }

    package var identifier = ""
    package var version: String?
    package var title = ""
    /// Titles keyed by locale as written.
    package var titles = Titles()
    package var vendor: String?
    package var product: String?
    /// Empty for a transform and an inspector, which have none.
    package var icon = ""
    package var accepts: [Clause] = []
    package var perform = PerformMethod.exec([])
    package var performOptions = PerformOptions()
    package var form: [FormField] = []
    /// The category of an activity; `action` for a transform and an inspector.
    package var category = Category.action
    /// The keys of a transform; nil for all others.
    package var transform: Transform?
    /// Whether it says what is inside the items that are shared.
    package var isInspector = false
    package var match = Match.all
    /// Whether the activity can only be given paths, because nothing else reaches the program.
    package var needsLocalPaths = false
    /// All of these must be found, of each at least one.
    package var requiredPrograms: [[String]] = []
    /// All of these must be installed, of each at least one, by their names on the session's bus.
    package var requiredServices: [[String]] = []
    /// An installed program must open links of each of these, or of one of those in a group.
    package var requiredSchemes: [[String]] = []
    /// One of these must run; empty for any.
    package var requiredDesktops: [String] = []
    package var requiresPrinter = false
    package var requiresBluetooth = false
    /// The application whose own activity this is: left out of its own sheet.
    package var application: String?
    /// System activities only, and required there.
    package var position: Int?
    /// The file of another format that a generator has made it of; generated bundles only.
    package var origin: String?

    package init() {}

    /// Everything that must be present for the activity to work: its own requirements, and for a link the
    /// desktop's opener of links.
    package var requirements: [Requirement] {
        var requirements = requiredPrograms.map { Requirement.programs($0) }
        if case .uri = perform { requirements.append(.programs([PerformMethod.opener])) }
        requirements += requiredServices.map { Requirement.services($0) }
        requirements += requiredSchemes.map { Requirement.schemes($0) }
        if !requiredDesktops.isEmpty { requirements.append(.desktops(requiredDesktops)) }
        if requiresPrinter { requirements.append(.printer) }
        if requiresBluetooth { requirements.append(.bluetooth) }
        return requirements
    }

    /// The programs that it runs, as they are named, with what names them in the manifest.
    private var programs: [(name: String, pointer: String)] {
        var named: [(name: String?, pointer: String)] = []
        if case .exec(let arguments) = perform { named.append((arguments.first, "/perform/exec/0")) }
        for (index, field) in form.enumerated() {
            named.append((field.optionsExec?.first, "/form/\(index)/optionsExec/0"))
        }
        return named.compactMap { name, pointer in name.map { ($0, pointer) } }
    }

    /// The bundle's own programs, beneath its folder; empty where it runs others' or opens a link.
    package var ownPrograms: [(path: String, pointer: String)] {
        programs.filter { BundlePath.isPath($0.name) && BundlePath.isInside($0.name) }.map {
            ($0.name, $0.pointer)
        }
    }

    /// The machine's programs that it runs, by name or path.
    package var otherPrograms: [(name: String, pointer: String)] {
        programs.filter { !BundlePath.isPath($0.name) || BundlePath.isAbsolute($0.name) }
    }

    /// The folders within the bundle's that hold what it names there, those around others first.
    package var innerFolders: [String] {
        BundlePath.folders(of: icon) + ownPrograms.flatMap { BundlePath.folders(of: $0.path) }
    }

    /// The product's name for a subtitle, as its author shows it; else the vendor, else the identifier.
    package var maker: String { product ?? vendor ?? identifier }
}

/// Something without which an activity does not serve.
package enum Requirement: Hashable, Sendable {
    /// Any of these.
    case programs([String])
    /// Any of these, by their names on the session's bus.
    case services([String])
    /// A program that opens links of any of these schemes.
    case schemes([String])
    /// Any of these, by their names in $XDG_CURRENT_DESKTOP.
    case desktops([String])
    case printer
    /// An adapter.
    case bluetooth
}

/// How an activity is performed.
package enum PerformMethod: Hashable, Sendable {
    /// A program and its arguments, with field codes and answers.
    case exec([String])
    /// A link template, opened with the desktop's handler.
    case uri(String)

    /// The program that opens a link in the person's own browser or program.
    package static let opener = "xdg-open"
}

package struct PerformOptions: Hashable, Sendable {
    package enum Stdin: String, CaseIterable, Sendable, JSONConvertible {
        case none, request, text
    }

    package enum Representations: String, CaseIterable, Sendable, JSONConvertible {
        /// The one representation of each item that the activity takes.
        case taken
        case all
    }

    /// How often the program is started: false, true or "together" in a manifest.
    package enum Each: Hashable, Sendable, JSONConvertible {
        /// Once, for all items.
        case no
        /// Once for each item, when it has ended for the one before; a failure ends the rest.
        case inTurn
        /// Once for each item, at once; all of them end by themselves.
        case together

        package init(json: JSON) throws(JSON.Mismatch) {
            switch json {
            case .bool(let isEach): self = isEach ? .inTurn : .no
            case .string("together"): self = .together
            case .string: throw JSON.Mismatch(expected: "true, false or \"together\"", hasRightType: true)
            default: throw JSON.Mismatch(expected: "true, false or \"together\"")
            }
        }

        package var json: JSON {
            switch self {
            case .no: false
            case .inTurn: true
            case .together: "together"
            }
        }
    }

    package enum Folder: String, CaseIterable, Sendable, JSONConvertible {
        case downloads, documents, pictures, home
        /// One that is the activity's alone.
        case state
        /// The folders in which the items lie.
        case item
    }

    /// Which folder the program starts in.
    package enum WorkingDirectory: String, CaseIterable, Sendable, JSONConvertible {
        /// The person's home folder.
        case home
        /// The one that the first file lies in; the home folder where there is no file.
        case item
    }

    /// Nil: everything that the person can write.
    package var writes: [Folder]?
    package var timeoutUSec: Int?
    package var stdin = Stdin.none
    /// Representations of each item that a request on standard input holds.
    package var representations = Representations.taken
    package var asks = false
    package var handsOver = false
    package var network = true
    package var each = Each.no
    package var workingDirectory = WorkingDirectory.home

    package init() {}
}
