// SPDX-License-Identifier: Apache-2.0

import ActivityPolicy
import CLinux
import Glibc
import Host
import StrictJSON

/// The files as last read and parsed: a scan rereads only the files that have changed since the scan before.
///
/// A file is unchanged if its inode, size and ctime are. A file that had changed less than two seconds before
/// it was read is read again, as in `FolderStamp`. Only usable fragments are cached.
final class FragmentCache {
    struct Stamp: Hashable, Sendable {
        let device: dev_t
        let inode: ino_t
        let size: off_t
        let seconds: Int
        let nanoseconds: Int
        /// Last change, in milliseconds of CLOCK_REALTIME.
        let changed: Int

        init?(_ file: StateFile) {
            var status = stat()
            let isThere = file.isReadOnly ? stat(file.path, &status) : lstat(file.path, &status)
            guard isThere == 0 else { return nil }
            (device, inode, size) = (status.st_dev, status.st_ino, status.st_size)
            (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
            changed = status.changed
        }
    }

    typealias Known = [ExactText: (stamp: Stamp, fragment: PolicyFragment)]

    private(set) var known: Known
    /// Fragments of the scan before; dropped unless this scan asks for them.
    private var former: Known = [:]
    private let now: () -> Int
    private(set) var gap = ScanGap.none
    private(set) var reads = 0

    /// - Parameters:
    ///   - known: fragments that another cache has read.
    ///   - now: milliseconds of CLOCK_REALTIME.
    init(_ known: Known = [:], now: @escaping () -> Int = Clocks.real) {
        (self.known, self.now) = (known, now)
    }

    func beginScan() { (former, known, gap) = (known, [:], .none) }

    func record(_ error: StorageError) { gap = max(gap, error.gap) }

    /// The fragment of a file; nil if the file does not exist.
    func fragment(_ file: StateFile, _ form: PolicyFragment.Form) -> PolicyFragment? {
        let (path, stamp, time) = (ExactText(file.path), Stamp(file), now())
        if let found = known[path] ?? former[path], found.stamp == stamp {
            known[path] = found
            return found.fragment
        }
        reads += 1
        let fragment = read(file, form)
        known[path] = nil
        former[path] = nil
        if let fragment, fragment.object != nil, let stamp, stamp.changed + 2_000 < time, stamp == Stamp(file)
        {
            known[path] = (stamp, fragment)
        }
        return fragment
    }

    private func read(_ file: StateFile, _ form: PolicyFragment.Form) -> PolicyFragment? {
        if file.isMask { return PolicyFragment(mask: file.path, form) }
        do throws(StorageError) {
            let bytes = try AtomicFile.read(file.path, limit: file.limit, followingLinks: file.isReadOnly)
            if let bytes { return PolicyFragment(file.path, form, bytes) }
            if let fault = Absence.fault(at: file.path) { throw fault }
            return nil
        } catch {
            record(error)
            return PolicyFragment(file.path, form, error)
        }
    }
}

extension StateFile {
    fileprivate var isMask: Bool {
        var status = stat()
        return isReadOnly && stat(path, &status) == 0 && Folder.isNull(status)
    }
}
