// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// What a foreign file has become.
struct Translation: Sendable {
    let file: ForeignFiles.File
    /// One that stands for the file where it could not be read.
    let actions: [(name: String, result: Result<ForeignBundle, Omission>)]
}

/// A bundle but for its icon.
struct ForeignBundle: Sendable {
    let identifier: String
    let manifest: [UInt8]
    /// A name in an icon theme, or a path.
    let icon: String?
    let isShare: Bool

    private static let maximumBytes = 64 << 10

    /// - Throws: `Omission` for what a manifest cannot say.
    init(_ activity: ForeignActivity, origin: String?) throws(Omission) {
        manifest = Array((JSON.object(try activity.manifest(origin: origin)).prettyPrinted + "\n").utf8)
        guard manifest.count <= Self.maximumBytes else { throw Omission("It is too long for a manifest.") }
        (identifier, icon, isShare) = (activity.identifier, activity.icon, activity.isShare)
    }
}

/// Translates files, each by itself.
struct Translator: Sendable {
    private let format: any ForeignFormat
    let rivals: SystemActivities

    init(_ format: any ForeignFormat, _ rivals: SystemActivities) {
        (self.format, self.rivals) = (format, rivals)
    }

    /// - Parameter origin: what the bundles name as such.
    func translate(_ file: ForeignFiles.File, origin: String?) -> Translation {
        do throws(Omission) {
            let actions = try format.actions(in: file)
            return Translation(
                file: file,
                actions: actions.map { action in
                    let bundle = Result { () throws(Omission) in
                        let activity = try action.result.get()
                        try rivals.check(activity)
                        return try ForeignBundle(activity, origin: origin)
                    }
                    return (action.name, bundle)
                })
        } catch {
            return Translation(file: file, actions: [(file.name, .failure(error))])
        }
    }
}
