// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON

/// Reads the bundles of the search path independently of each other, so that many are read in parallel.
struct BundleIntake: Sendable {
    let source: Bundle.Source
    let trust: Trust?
    let titles: TitleCheck
    /// Records of the load before, keyed by location; those of unchanged bundles are reused.
    let known: [String: BundleRecord]
    /// Current time in milliseconds of CLOCK_REALTIME.
    let now: Int
    /// Called, from any thread, with the path of each bundle before it is read, and with nil afterwards.
    let reportPath: @Sendable (String?) -> Void

    struct Intake: Sendable {
        let record: BundleRecord
        var gap = ScanGap.none
        /// Findings on the titles; `titlesKey` is their cache key, nil if they must not be cached.
        var titles: [Diagnostic] = []
        var titlesKey: Digest?
    }

    /// Reads the entries, in parallel; returns them in order, without entries that were removed meanwhile.
    func read(_ entries: [Survey.Entry], in listing: Survey.Listing) -> [Intake] {
        defer { reportPath(listing.folder.path) }
        return FanOut.map(entries) { entry in
            reportPath(entry.path)
            defer { reportPath(nil) }
            return read(entry, in: listing)
        }.compactMap { $0 }
    }

    private func read(_ entry: Survey.Entry, in listing: Survey.Listing) -> Intake? {
        var draft = BundleDraft(
            identifier: entry.identifier, path: entry.path, source: source,
            isGenerated: listing.searchFolder.isGenerated)
        var gap = ScanGap.none
        if case .misplaced(let sentence) = entry.kind {
            draft.diagnostics.append(Diagnostic(.bundlePath, sentence))
        } else if entry.kind == .mask {
            let sentence =
                "A system activity is masked only from /etc/activities. Ignore it instead: "
                + "activityctl elect \(entry.identifier) ignore"
            draft.diagnostics.append(Diagnostic(.identifierReserved, sentence))
            return Intake(record: draft.record)
        } else if entry.kind == .link, let fault = follow(entry.path, &draft) {
            gap = fault.gap
            draft.diagnostics.append(fault.diagnostic)
        } else if entry.kind == .folder || entry.kind == .link {
            do throws(StorageError) {
                let folder =
                    try entry.kind == .link
                    ? Folder(opening: draft.path) : listing.folder.openFolder(entry.name)
                if let known = unchanged(entry, draft.path, folder) { return Intake(record: known) }
                gap = read(folder, entry, &draft)
            } catch {
                if error.code == ENOENT { return nil }
                gap = error.gap
                draft.diagnostics.append(Diagnostic(.bundlePath, error.description))
            }
        }
        if let fault = entry.ownerFault {
            draft.diagnostics.insert(Diagnostic(.bundleOwner, fault), at: 0)
        }
        if source == .custom, titles.neighbours.systemIdentifiers.contains(entry.identifier) {
            draft.diagnostics.insert(.reserved(entry.identifier), at: 0)
        }
        let judged = titles.judge(&draft)
        return Intake(
            record: draft.record, gap: gap, titles: judged.found, titlesKey: judged.key)
    }

    /// Sets the draft's path to the link's target.
    ///
    /// - Returns: the reason why the target must not be read; nil if it may be read.
    private func follow(_ link: String, _ draft: inout BundleDraft) -> LinkTarget.ResolutionError? {
        let target = LinkTarget(of: link, trust: trust)
        draft.link = link
        draft.path = target.path
        return target.fault
    }

    /// The record of the load before, if the bundle is unchanged. Only a sound bundle has a stamp: the cause
    /// of an error may be outside the bundle.
    private func unchanged(
        _ entry: Survey.Entry, _ path: String, _ folder: borrowing Folder
    ) -> BundleRecord? {
        guard entry.ownerFault == nil, let record = known[entry.path], let stamp = record.stamp,
            record.source == source, record.path.isExactly(path),
            FolderStamp(folder, record.manifest).value == stamp
        else { return nil }
        return record
    }

    /// Reads the bundle into the draft, and adds a stamp if the bundle is sound, and old enough or generated.
    ///
    /// - Returns: the worst error of the machine while reading.
    private func read(
        _ folder: consuming Folder, _ entry: Survey.Entry, _ draft: inout BundleDraft
    ) -> ScanGap {
        let contents = BundleFolder(folder, trust: trust)
        draft.read(contents, folder: entry.name)
        let isOld = abs(now - draft.changed) > Load.grace
        guard !draft.diagnostics.hasErrors, isOld || draft.isGenerated else { return contents.gap }
        let stamp = contents.stamp(draft.manifest)
        guard stamp.newest <= draft.changed else { return contents.gap }
        draft.stamp = stamp.value
        return contents.gap
    }
}
