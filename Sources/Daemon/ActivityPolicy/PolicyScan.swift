// SPDX-License-Identifier: Apache-2.0
//
// Several layers may have a file of the same name. The files count from the front to the first that is whole,
// is a link to /dev/null, or has known former contents. Files behind it are not read.

import StrictJSON

/// The fragments of one scan of the files.
package struct PolicyScan: Hashable, Sendable {
    package struct Name: Hashable, Sendable {
        package private(set) var candidates: [PolicyFragment] = []
        /// Paths of the files behind them.
        package private(set) var hidden: [String] = []

        /// - Parameters:
        ///   - paths: front to back.
        ///   - isKnown: whether a trusted keeper knows the file's former content.
        ///   - read: nil if the file does not exist.
        ///   - isThere: whether an unread file exists.
        package init(
            _ paths: [String], isKnown: (String) -> Bool, read: (String) -> PolicyFragment?,
            isThere: (String) -> Bool
        ) {
            var rest = paths[...]
            while let path = rest.popFirst() {
                guard let fragment = read(path) else { continue }
                candidates.append(fragment)
                if fragment.isWhole || isKnown(path) { break }
            }
            hidden = rest.filter(isThere)
        }

        /// - Parameter fragments: front to back, all without known former content.
        package init(_ fragments: [PolicyFragment]) {
            let end = fragments.firstIndex(where: \.isWhole) ?? fragments.endIndex
            candidates = Array(fragments.prefix(end + 1))
            hidden = fragments.dropFirst(end + 1).map(\.path)
        }
    }

    package var names: [Name]

    package init(_ names: [Name] = []) {
        self.names = names
    }

    /// The scan with this fragment at its path, which has no other candidates.
    package func replacing(_ fragment: PolicyFragment) -> PolicyScan {
        let path = ExactText(fragment.path)
        let others = names.filter { name in !name.candidates.contains { ExactText($0.path) == path } }
        return PolicyScan(others + [Name([fragment])])
    }

    func incompleteFragments(_ known: (String) -> JSON.Object?) -> [PolicyFragment] {
        names.flatMap { name in counting(name, known).filter { !$0.isWhole } }
    }

    private func counting(
        _ name: Name, _ known: (String) -> JSON.Object?
    ) -> ArraySlice<PolicyFragment> {
        let end = name.candidates.firstIndex { $0.isWhole || known($0.path) != nil }
        return name.candidates.prefix((end ?? name.candidates.count - 1) + 1)
    }

    /// The first document of each name that is whole or known.
    func front(_ known: (String) -> JSON.Object?) -> [PolicyDocument] {
        names.compactMap { name in
            for fragment in name.candidates {
                if fragment.isWhole { return fragment.document }
                if let document = known(fragment.path) {
                    return PolicyDocument(path: fragment.path, object: document)
                }
            }
            return nil
        }
    }
}
