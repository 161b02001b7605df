// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import Glibc
import Host
import StrictJSON

/// Reads the bundles of the search path, each by itself, so that many are read at once.
struct BundleIntake: Sendable {
    let source: Bundle.Source
    let trust: Trust?
    let titles: TitleCheck
    /// Records of the load before, keyed by location; those of unchanged bundles are reused.
    let known: [String: BundleRecord]
    /// Milliseconds of CLOCK_REALTIME.
    let now: Int
    /// Called with the path of each bundle before reading it, and with nil afterwards.
    let note: @Sendable (String?) -> Void

    struct Taken: Sendable {
        let record: BundleRecord
        /// Whether something could not be read for a reason that lies in the machine.
        var gap = Gap.none
        /// The findings on its titles, and what they are filed under where they last.
        var titles: [Diagnostic] = []
        var titlesKey: Digest?
    }

    /// Reads the entries, in the order of the listing, without those that were removed after it was made.
    func take(_ entries: [Survey.Entry], in listing: Survey.Listing) -> [Taken] {
        defer { note(listing.folder.path) }
        return FanOut.map(entries) { entry in
            note(entry.path)
            defer { note(nil) }
            return take(entry, in: listing)
        }.compactMap { $0 }
    }

    private func take(_ entry: Survey.Entry, in listing: Survey.Listing) -> Taken? {
        var draft = BundleDraft(
            identifier: entry.identifier, path: entry.path, source: source,
            isGenerated: listing.place.isGenerated)
        var gap = Gap.none
        if case .misplaced(let sentence) = entry.kind {
            draft.diagnostics.append(Diagnostic(.bundlePath, sentence))
        } else if entry.kind == .mask {
            let sentence =
                "A system activity is masked only from /etc/activities. Ignore it instead: "
                + "activityctl elect \(entry.identifier) ignore"
            draft.diagnostics.append(Diagnostic(.identifierReserved, sentence))
            return Taken(record: draft.record)
        } else if entry.kind == .link, let fault = follow(entry.path, &draft) {
            gap = fault.gap
            draft.diagnostics.append(fault.diagnostic)
        } else if entry.kind == .folder || entry.kind == .link {
            do throws(StorageError) {
                let folder =
                    try entry.kind == .link
                    ? Folder(opening: draft.path) : listing.folder.openFolder(entry.name)
                if let known = unchanged(entry, draft.path, folder) { return Taken(record: known) }
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
        return Taken(
            record: draft.record, gap: gap, titles: judged.found, titlesKey: judged.key)
    }

    /// Lets the draft lie where the link leads; why that cannot be believed, or nil.
    private func follow(_ link: String, _ draft: inout BundleDraft) -> LinkTarget.Fault? {
        let target = LinkTarget(of: link, trust: trust)
        draft.link = link
        draft.path = target.path
        return target.fault
    }

    /// Only what was sound is taken over: what is at fault may be so for a reason that lies elsewhere.
    private func unchanged(
        _ entry: Survey.Entry, _ path: String, _ folder: borrowing Folder
    ) -> BundleRecord? {
        guard entry.ownerFault == nil, let record = known[entry.path], let stamp = record.stamp,
            record.source == source, record.path.isExactly(path),
            FolderStamp(folder, record.manifest).value == stamp
        else { return nil }
        return record
    }

    /// Whether something could not be read that may be there at the next look.
    private func read(
        _ folder: consuming Folder, _ entry: Survey.Entry, _ draft: inout BundleDraft
    ) -> Gap {
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
