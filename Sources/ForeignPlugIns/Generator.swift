// SPDX-License-Identifier: Apache-2.0
//
// A generator translates the plug-ins of one foreign format into bundles. The daemon starts it with an empty folder and
// learns three things from it: the bundles in that folder, what was left out and why, and the paths on which all of it
// depends. A format reads its files as the program does that they were written for, also where that differs from the
// format's specification; what cannot be translated as a whole is left out, with a sentence for the person.

import Glibc
import Host

/// What each format does: finds its files, and says what is in them.
protocol ForeignFormat: Sendable {
    /// What the activities' identifiers begin with.
    static var prefix: String { get }

    init(surroundings: Surroundings)

    /// The format's files, the one that counts first where two bear one name.
    func files() -> ForeignFiles
    /// The actions in a file, or why there are none.
    func actions(in file: ForeignFiles.File) throws(Omission) -> [ForeignAction]
}

/// An action of a foreign file: translated, or left out.
package struct ForeignAction: Sendable {
    /// As the person knows it.
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

    /// More than any menu shows; a file with more is a mistake.
    private static let maximum = 1_000

    static func checkCount(_ count: Int) throws(Omission) {
        guard count <= maximum else { throw Omission("It has \(count) actions, which no menu could show.") }
    }
}

/// One run of a generator.
package struct Generator: ~Copyable {
    private let format: any ForeignFormat
    private let icons: IconLibrary
    private let surroundings: Surroundings
    private var output: BundleOutput

    /// Nil where there is no format of that name.
    package init?(_ name: String, _ surroundings: Surroundings, folder: String) {
        guard let format = ForeignFormats.all[name] else { return nil }
        self.format = format.init(surroundings: surroundings)
        self.surroundings = surroundings
        icons = IconLibrary(surroundings)
        output = BundleOutput(folder: folder)
    }

    /// Fills the folder.
    ///
    /// - Returns: the paths on which the result depends; nil where it could not be written.
    package mutating func run() -> [String]? {
        let files = format.files()
        var sources = files.sources
        if !files.files.isEmpty {
            let translator = Translator(format, SystemActivities(surroundings))
            for translation in FanOut.map(files.files, { translator.translate($0, origin: $0.path) }) {
                write(translation)
            }
            sources += files.files.map(\.path) + icons.sources + translator.rivals.sources
            sources += surroundings.types.sources + surroundings.messages.sources
        }
        guard output.finish() else { return nil }
        var seen: Set<String> = []
        return sources.filter { !$0.contains("\n") && seen.insert($0).inserted }
    }

    /// Translates one file, wherever it lies, into bundles that its author goes on with: they name no origin, since nothing
    /// will make them again.
    ///
    /// - Returns: the bundles' identifiers, and what was left out, as lines of file, action and reason with tabs between
    ///   them.
    package mutating func translate(alone path: String) -> (made: [String], leftOut: String) {
        let (folder, name) = Folder.split(path)
        let file = ForeignFiles.File(path: path, name: Self.withoutEnding(name), folder: folder)
        write(Translator(format, SystemActivities(surroundings)).translate(file, origin: nil))
        return (output.identifiers.sorted(), output.leftOut)
    }

    private static func withoutEnding(_ name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts[0] != "" ? parts.dropLast().joined(separator: ".") : name
    }

    private mutating func write(_ translation: Translation) {
        for action in translation.actions {
            do throws(Omission) {
                let bundle = try action.result.get()
                let icon = bundle.icon.flatMap(icons.mask) ?? DrawnIcon.mask(isShare: bundle.isShare)
                try output.write(bundle, icon: icon)
            } catch {
                output.leaveOut(translation.file.path, action.name, error)
            }
        }
    }
}
