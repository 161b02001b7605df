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

    /// How to treat a selection with items that no clause accepts.
    package enum Match: String, CaseIterable, Sendable, JSONConvertible {
        case all
        /// The clauses must accept at least one item; the activity does not get the others.
        case any
    }

    package struct Clause: Hashable, Sendable {
        package var types: [TypePattern]
        package var except: [TypePattern] = []
        package var min = 0
        package var max: Int?
        /// Maximum size of each item, in bytes; nil for no limit.
        package var maxBytes: Int?
        /// Whether the clause accepts only files of this machine.
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
    /// Empty for a transform or an inspector.
    package var icon = ""
    package var accepts: [Clause] = []
    package var perform = PerformMethod.exec([])
    package var performOptions = PerformOptions()
    package var form: [FormField] = []
    /// The category of an activity; `action` for a transform or an inspector.
    package var category = Category.action
    /// The keys of a transform; nil for any other bundle.
    package var transform: Transform?
    /// Whether the bundle is an inspector, which reports facts inside the shared items.
    package var isInspector = false
    package var match = Match.all
    /// Whether the activity needs local paths: an argument takes paths, and the program gets no other input.
    package var needsLocalPaths = false
    /// Groups of programs; at least one of each group must be found.
    package var requiredPrograms: [[String]] = []
    /// Groups of D-Bus session service names; at least one of each group must be installed.
    package var requiredServices: [[String]] = []
    /// Groups of URI schemes; an installed program must open links of at least one scheme of each group.
    package var requiredSchemes: [[String]] = []
    /// Desktops; one of them must be running. Empty for any.
    package var requiredDesktops: [String] = []
    package var requiresPrinter = false
    package var requiresBluetooth = false
    /// The application that the activity belongs to; its own sheet omits the activity.
    package var application: String?
    /// System activities only, and required there.
    package var position: Int?
    /// The foreign file that a generator made the bundle from; generated bundles only.
    package var origin: String?

    package init() {}

    /// Everything that must be present for the activity to work: its own requirements, and for a link the
    /// desktop's link opener.
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

    /// The programs that the activity runs, each with the JSON pointer to its name.
    private var programs: [(name: String, pointer: String)] {
        var named: [(name: String?, pointer: String)] = []
        if case .exec(let arguments) = perform { named.append((arguments.first, "/perform/exec/0")) }
        for (index, field) in form.enumerated() {
            named.append((field.optionsExec?.first, "/form/\(index)/optionsExec/0"))
        }
        return named.compactMap { name, pointer in name.map { ($0, pointer) } }
    }

    /// The bundle's own programs, beneath its folder; empty if it runs installed programs or opens a link.
    package var ownPrograms: [(path: String, pointer: String)] {
        programs.filter { BundlePath.isPath($0.name) && BundlePath.isInside($0.name) }.map {
            ($0.name, $0.pointer)
        }
    }

    /// The installed programs that the activity runs, by name or path.
    package var otherPrograms: [(name: String, pointer: String)] {
        programs.filter { !BundlePath.isPath($0.name) || BundlePath.isAbsolute($0.name) }
    }

    /// The folders inside the bundle that contain its icon and programs; parents come before children.
    package var innerFolders: [String] {
        BundlePath.folders(of: icon) + ownPrograms.flatMap { BundlePath.folders(of: $0.path) }
    }

    /// Name for a subtitle: the product, else the vendor, else the identifier.
    package var maker: String { product ?? vendor ?? identifier }
}

/// A precondition for an activity to work.
package enum Requirement: Hashable, Sendable {
    /// Any of these programs.
    case programs([String])
    /// Any of these services, by their names on the session bus.
    case services([String])
    /// A program that opens links of any of these schemes.
    case schemes([String])
    /// Any of these desktops, by their names in $XDG_CURRENT_DESKTOP.
    case desktops([String])
    case printer
    case bluetooth
}

package enum PerformMethod: Hashable, Sendable {
    /// A program and its arguments, with field codes and answers.
    case exec([String])
    /// A link template, opened with the desktop's handler.
    case uri(String)

    /// The program that opens a link in the person's preferred browser or other handler.
    package static let opener = "xdg-open"
}

package struct PerformOptions: Hashable, Sendable {
    package enum Stdin: String, CaseIterable, Sendable, JSONConvertible {
        case none, request, text
    }

    package enum Representations: String, CaseIterable, Sendable, JSONConvertible {
        /// Only the representation that the activity accepts.
        case taken
        case all
    }

    /// How often the program is started: false, true or "together" in a manifest.
    package enum Each: Hashable, Sendable, JSONConvertible {
        /// Once, for all items.
        case no
        /// Once for each item, each after the previous process has exited; a failure cancels the rest.
        case inTurn
        /// Once for each item, all at once; the processes exit independently.
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
        /// A folder of the activity's own.
        case state
        /// The folders that contain the items.
        case item
    }

    package enum WorkingDirectory: String, CaseIterable, Sendable, JSONConvertible {
        case home
        /// The folder of the first file; the home folder if there is no file.
        case item
    }

    /// Folders that the program may write; nil for every folder that the person can write.
    package var writes: [Folder]?
    package var timeoutUSec: Int?
    package var stdin = Stdin.none
    /// Representations of each item to include in a request on standard input.
    package var representations = Representations.taken
    package var asks = false
    package var handsOver = false
    package var network = true
    package var each = Each.no
    package var workingDirectory = WorkingDirectory.home

    package init() {}
}
