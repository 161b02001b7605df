// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
package import Host
import StrictJSON

/// Links to bundles that a person works on.
extension RegistryKeeper {
    /// Content to store in the folder of registered bundles.
    enum Content: Sendable {
        case files([BundleFile])
        /// A link to the bundle at this path.
        case link(to: String)

        var target: String? {
            if case .link(let target) = self { target } else { nil }
        }
    }

    /// Whether exactly this content is already registered.
    ///
    /// - Parameter bundle: the registered bundle found by the last scan, if any.
    func holds(_ content: Content, _ bundle: Bundle?) -> Bool {
        switch content {
        case .files(let files):
            bundle?.record.link == nil
                && bundle.map { BundleFile.are(files, at: store.path(of: $0.identifier)) } == true
        case .link(let target): bundle?.record.link != nil && bundle?.path.isExactly(target) == true
        }
    }

    /// Judges the bundle in `folder`; the result is for `install`, which then stores a link to it.
    ///
    /// - Parameter requester: the client that named the folder.
    package func judge(
        link folder: String, for requester: Requester,
        then: @escaping (Result<Judged, ChangeFault>) -> Void
    ) {
        do throws(ChangeFault) {
            try requireLinks()
            try requirePersonalActivities()
            reportPath(folder)
            let target = LinkTarget(of: folder, trust: trust)
            if let fault = target.fault { throw .rejected([fault.diagnostic]) }
            let candidate = BundleValidator(
                neighbours: load.neighbours, trust: trust, established: established.titles
            ).candidate(linked: target.path)
            judge(candidate, as: .link(to: target.path), for: requester, then: then)
        } catch {
            then(.failure(error))
        }
    }

    private func requireLinks() throws(ChangeFault) {
        guard searchPath.scope == .system else { return }
        let reason =
            "A link is for the person who works on a bundle. Link to it in your own scope, with --user, "
            + "or register a copy here."
        throw .notPermitted(reason: reason)
    }
}
