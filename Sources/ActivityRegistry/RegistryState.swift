// SPDX-License-Identifier: Apache-2.0

package import ActivityModel

/// What a look tells besides the snapshot, for the thread that answers.
package struct RegistryState: Sendable {
    /// When to look again, in milliseconds of CLOCK_REALTIME: bundles are held back that may still be being
    /// copied. Nil where nothing is waited for.
    package var unsettledUntil: Int?
    /// Readable when `RegistryKeeper.refresh` is worth asking for; nil where nothing can be watched.
    package var watchDescriptor: Int32?
    /// Why some changes are seen only by a reload; nil where all are seen.
    package var unwatched: String?
    /// What cannot be read or used now: sentences.
    package var problems: [String] = []
}

/// What is at fault, each time that it begins.
package enum RegistryFault: Sendable {
    /// Something could not be read or written, and stops nothing: a sentence.
    case problem(String)
    /// A bundle with diagnostics.
    case bundle(Bundle)
}

/// Tells of each fault once, until it has gone or changed.
final class FaultLog {
    /// So many are kept: `Status` names them all.
    private static let maximum = 256
    private let tell: @Sendable (RegistryFault) -> Void
    /// The problems of the last look.
    private(set) var standing: [String] = []
    /// Bundles with what was told of them last, by path.
    private var bundles: [String: Bundle] = [:]

    init(_ tell: @escaping @Sendable (RegistryFault) -> Void) {
        self.tell = tell
    }

    /// Of one fault by itself.
    func problem(_ sentence: String) { tell(.problem(sentence)) }

    /// Of all problems that there are now.
    func report(_ problems: [String]) {
        let before = Set(standing)
        for problem in problems where !before.contains(problem) { tell(.problem(problem)) }
        standing = Array(problems.prefix(Self.maximum))
    }

    /// Of all bundles that there are now.
    func report(_ all: [Bundle]) {
        let faulty = all.filter { !$0.diagnostics.isEmpty }
        for bundle in faulty where bundles[bundle.path] != bundle { tell(.bundle(bundle)) }
        bundles = Dictionary(faulty.map { ($0.path, $0) }) { first, _ in first }
    }
}
