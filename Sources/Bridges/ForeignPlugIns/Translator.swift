// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The result of translating a foreign file.
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
    private let doubles: [ForeignActivity]

    /// - Parameter doubles: Of another format; those that are offered count.
    init(_ format: any ForeignFormat, _ rivals: SystemActivities, doubles: [ForeignActivity] = []) {
        (self.format, self.rivals) = (format, rivals)
        self.doubles = doubles.filter { double in
            (try? rivals.check(double)) != nil && (try? ForeignBundle(double, origin: nil)) != nil
        }
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
