// SPDX-License-Identifier: Apache-2.0

import StrictJSON

struct Translation: Sendable {
    let file: ForeignFiles.File
    /// The translated or omitted actions; one omission under the file's name if the file could not be read.
    let actions: [(name: String, result: Result<ForeignBundle, Omission>)]
}

struct ForeignBundle: Sendable {
    let identifier: String
    let manifest: [UInt8]
    /// Name of an icon in the theme, or path of an icon; nil if there is none.
    let icon: String?
    let isShare: Bool

    private static let maximumBytes = 64 << 10

    /// - Throws: `Omission` if a manifest cannot express the activity.
    init(_ activity: ForeignActivity, origin: String?) throws(Omission) {
        manifest = Array((JSON.object(try activity.manifest(origin: origin)).prettyPrinted + "\n").utf8)
        guard manifest.count <= Self.maximumBytes else { throw Omission("It is too long for a manifest.") }
        (identifier, icon, isShare) = (activity.identifier, activity.icon, activity.isShare)
    }
}

struct Translator: Sendable {
    private let format: any ForeignFormat
    let rivals: SystemActivities
    private let doubles: [ForeignActivity]

    /// - Parameter doubles: another format's activities, not to be duplicated; activities that would be
    ///   omitted are ignored.
    init(_ format: any ForeignFormat, _ rivals: SystemActivities, doubles: [ForeignActivity] = []) {
        (self.format, self.rivals) = (format, rivals)
        self.doubles = doubles.filter { double in
            (try? rivals.check(double)) != nil && (try? ForeignBundle(double, origin: nil)) != nil
        }
    }

    /// Translates the actions in a file.
    ///
    /// - Parameter origin: the origin for the bundles' manifests; nil for none.
    func translate(_ file: ForeignFiles.File, origin: String?) -> Translation {
        do throws(Omission) {
            let actions = try format.actions(in: file)
            return Translation(
                file: file,
                actions: actions.map { action in
                    let bundle = Result { () throws(Omission) in
                        let activity = try action.result.get()
                        try rivals.check(activity)
                        guard !doubles.contains(where: { $0.serves(for: activity) }) else {
                            throw Omission("Thunar's \"Send To\" has the same.")
                        }
                        return try ForeignBundle(activity, origin: origin)
                    }
                    return (action.name, bundle)
                })
        } catch {
            return Translation(file: file, actions: [(file.name, .failure(error))])
        }
    }
}
