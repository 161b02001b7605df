// SPDX-License-Identifier: Apache-2.0
//
// A generator translates the plug-ins of one foreign format into bundles. The daemon starts it with an empty
// folder and receives three results: the bundles in that folder, the omissions with their reasons, and the
// paths on which the results depend. Each format is parsed as by the program for which its files were
// written, even if that program deviates from the specification; an action that cannot be translated
// completely is omitted, with a sentence for the person.

import Glibc
import Host

/// A foreign format: finds its files, and reads the actions in them.
protocol ForeignFormat: Sendable {
    static var prefix: String { get }

    init(surroundings: Surroundings)

    /// The format's files; only the file with the highest precedence of each name.
    func files() -> ForeignFiles
    /// The actions in a file; empty if it is a file of another kind.
    ///
    /// - Throws: `Omission` if the file cannot be read or has no valid actions.
    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction]
    /// Activities of Thunar's generator that this format's actions must not duplicate.
    func doubles() -> [ForeignActivity]
}

extension ForeignFormat {
    func doubles() -> [ForeignActivity] { [] }
}

/// An action of a foreign file: translated or omitted.
package struct ForeignAction: Sendable {
    /// The name as displayed to the person.
    package let name: String
    package let result: Result<ForeignActivity, Omission>

    init(_ name: String, _ translate: () throws(Omission) -> ForeignActivity) {
        self.name = name
        do throws(Omission) {
            result = .success(try translate())
        } catch {
            result = .failure(error)
        }
    }

    /// Maximum actions of a file, more than any menu shows.
    private static let maximum = 1_000

    static func checkCount(_ count: Int) throws(Omission) {
        guard count > 0 else { throw .noAction }
        guard count <= maximum else { throw Omission("It has \(count) actions, which no menu could show.") }
    }
}

extension Omission {
    package static let noAction = Omission("It has no action.")
}

/// Translates plug-ins of one format into a folder of bundles.
package struct Generator: ~Copyable {
    private let format: any ForeignFormat
    private let icons: IconLibrary
    private let surroundings: Surroundings
    private var output: BundleOutput

    /// Creates a format's generator; nil if the name is unknown.
    package init?(_ name: String, _ surroundings: Surroundings, folder: String) {
        guard let format = ForeignFormats.all[name] else { return nil }
        self.format = format.init(surroundings: surroundings)
        self.surroundings = surroundings
        icons = IconLibrary(surroundings)
        output = BundleOutput(folder: folder)
    }

    /// Translates all files of the format into the folder.
    ///
    /// - Parameter tell: called with the paths on which the result depends: first the files and their
    ///   folders, so that a run that exceeds its time limit is repeated once the offending file is removed.
    /// - Throws: `Omission` if writing failed; the daemon then keeps the previous bundles instead of an
    ///   incomplete set.
    package mutating func run(tell: ([String]) -> Void) throws(Omission) {
        let files = format.files()
        tell(files.sources + files.files.map(\.path))
        if !files.files.isEmpty {
            let translator = Translator(
                format, SystemActivities(surroundings), doubles: format.doubles())
            for translation in FanOut.map(files.files, { translator.translate($0, origin: $0.path) }) {
                for (name, omission) in add(translation) {
                    output.leaveOut(translation.file.path, name, omission)
                }
            }
            tell(
                icons.sources + translator.rivals.sources + surroundings.types.sources
                    + surroundings.messages.sources)
        }
        try output.finish()
    }

    /// Translates one file, in any folder, into bundles that the person maintains from now on: their
    /// manifests have no origin, since no generator will recreate them.
    ///
    /// - Returns: the bundles' identifiers, and the omitted actions.
    package mutating func translate(
        alone path: String
    ) -> (made: [String], leftOut: [(name: String, Omission)]) {
        let (folder, name) = Folder.split(path)
        let file = ForeignFiles.File(path: path, name: Self.withoutEnding(name), folder: folder)
        let leftOut = add(Translator(format, SystemActivities(surroundings)).translate(file, origin: nil))
        do throws(Omission) { try output.finish() } catch { return ([], leftOut + [("", error)]) }
        return (output.identifiers.sorted(), leftOut)
    }

    private static func withoutEnding(_ name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0] != "" ? parts.dropLast().joined(separator: ".") : name
    }

    /// Adds a file's bundles to the output.
    ///
    /// - Returns: the omissions.
    private mutating func add(_ translation: Translation) -> [(name: String, Omission)] {
        var leftOut: [(name: String, Omission)] = []
        for action in translation.actions {
            do throws(Omission) {
                let bundle = try action.result.get()
                let icon = bundle.icon.flatMap(icons.mask) ?? DrawnIcon.mask(isShare: bundle.isShare)
                try output.add(bundle, icon: icon)
            } catch {
                leftOut.append((action.name, error))
            }
        }
        return leftOut
    }
}
