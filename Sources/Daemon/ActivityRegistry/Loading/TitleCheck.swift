// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Host
import StrictJSON

/// Checks a bundle's titles against the rules, converts them to NFC, and removes translations that may not be
/// shown.
struct TitleCheck: Sendable {
    let neighbours: Neighbours
    /// Titles under which custom activities have served, keyed by identifier (EstablishedTitles.swift).
    let established: [String: String]
    private let known: StoredFindings
    /// Digest of the reserved titles, part of each cache key.
    private let reserved: Digest

    /// Version of the rules for titles, part of each cache key. Raised whenever they change.
    private static let version = 5

    /// - Parameter known: cached findings.
    init(neighbours: Neighbours, established: [String: String], known: StoredFindings = .none) {
        self.neighbours = neighbours
        self.established = established
        self.known = known
        reserved = neighbours.reserved.digest
    }

    /// Checks a draft's titles, or reuses the cached findings.
    ///
    /// - Returns: the findings, and their cache key. The key is nil without a manifest, or if a title was
    ///   removed or is reserved: the cache does not store removed titles, and established titles are not part
    ///   of the key.
    func judge(_ draft: inout BundleDraft) -> (found: [Diagnostic], key: Digest?) {
        draft.manifest.composeTitles()
        let key = draft.manifestBytes.isEmpty ? nil : key(draft)
        if let key, let found = known[key] {
            draft.diagnostics += found
            return (found, key)
        }
        let (manifest, count) = (draft.manifest, draft.diagnostics.count)
        check(&draft)
        let found = Array(draft.diagnostics.dropFirst(count))
        let isCacheable =
            draft.manifest == manifest && !found.contains { $0.rule == .titleReserved }
        return (found, isCacheable ? key : nil)
    }

    /// Digest of everything on which cached findings depend.
    private func key(_ draft: BundleDraft) -> Digest {
        var digest = SHA256()
        let source = draft.isGenerated ? "generated" : "\(draft.source)"
        digest.update(
            counted: Array("titles \(Self.version) \(source) \(draft.identifier) \(reserved)".utf8))
        digest.update(counted: draft.manifestBytes)
        return Digest(digest.finish())
    }

    func check(_ draft: inout BundleDraft) {
        var manifest = draft.manifest
        manifest.composeTitles()
        if !manifest.title.isEmpty || !draft.lacksTitle {
            draft.diagnostics += judge(manifest.title, "/title", nil, draft).map {
                softened($0, draft)
            }
        }
        var accepted: [String: String] = [:]
        for (locale, title) in manifest.titles {
            let found = judge(title, "/titles" + JSON.pointer(locale), locale, draft)
            draft.diagnostics += found
            accepted[locale] = TitleRules.accepts(found) ? title : nil
        }
        manifest.titles = Titles(accepted)
        draft.manifest = manifest
    }

    private func judge(
        _ title: String, _ pointer: String, _ locale: String?, _ draft: BundleDraft
    ) -> [Diagnostic] {
        // A generator derives identifiers from file names, so the "convert" of `convert.desktop` is not a
        // vendor's name.
        TitleRules.judge(
            title: title, pointer: pointer, soft: locale != nil, isCustom: draft.source == .custom,
            vendor: draft.manifest.vendor, product: draft.manifest.product,
            identifier: draft.isGenerated ? nil : draft.identifier, reserved: neighbours.reserved,
            locale: locale.flatMap { LocaleTag($0) })
    }

    /// Turns the error of a reserved title into a warning if the custom activity had the title first: a new
    /// version of the system's activities must not remove a plug-in.
    private func softened(_ diagnostic: Diagnostic, _ draft: BundleDraft) -> Diagnostic {
        guard diagnostic.rule == .titleReserved, draft.source == .custom,
            established[draft.identifier] == TitleFolding.nfc(draft.manifest.title)
        else { return diagnostic }
        return Diagnostic(
            .titleReserved, severity: .warning, at: diagnostic.pointer,
            diagnostic.message + " It is still served because it had this title first.")
    }
}

extension Manifest {
    /// Converts titles to NFC. Needed with cached findings too, since they do not contain the titles.
    fileprivate mutating func composeTitles() {
        title = TitleFolding.nfc(title)
        guard titles.contains(where: { !TitleFolding.isNFC($0.title) }) else { return }
        titles = Titles(titles.byLocale.mapValues { TitleFolding.nfc($0) })
    }
}

extension BundleDraft {
    /// Whether a diagnostic already explains why there is no title: the key is missing or invalid, or
    /// decoding stopped before it.
    fileprivate var lacksTitle: Bool {
        diagnostics.contains {
            $0.rule == .manifestVersion || $0.severity == .error && ["", "/title"].contains($0.pointer ?? "")
        }
    }
}

extension ReservedTitles {
    fileprivate var digest: Digest {
        var digest = SHA256()
        for title in titles {
            for part in [title.identifier, title.title, title.locale ?? ""] {
                digest.update(counted: Array(part.utf8))
            }
        }
        return Digest(digest.finish())
    }
}
