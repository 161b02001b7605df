// SPDX-License-Identifier: Apache-2.0
//
// A bundle on the disk, read as if its author were hostile.
//
// The folder is opened once, and never looked up by name again: whatever is renamed or linked meanwhile,
// every byte comes from that one folder. Beneath it, openat2(2) follows no link and never leaves it through
// "..". A file is opened without blocking, since opening a FIFO would otherwise wait for a writer, and
// examined afterwards; only regular files are read. The reported size is not trusted, as the file may grow;
// reading stops one byte past the limit.

import ActivityModel
import CLinux
import Glibc
import Host

final class BundleFolder: BundleContents {
    /// Last change of the folder or of any file that was read or checked, in milliseconds of CLOCK_REALTIME.
    ///
    /// This is the newest ctime. Every change sets ctime, including renames and changes of mode, and no
    /// program can set it back; mtime is copied along with the file.
    private(set) var changed = 0
    private(set) var gap = ScanGap.none
    private(set) var ownerFault: Diagnostic?
    private let folder: Folder
    private let trust: Trust?

    /// - Parameter trust: accepted owners; nil accepts every owner.
    init(_ folder: consuming Folder, trust: Trust?) {
        self.folder = folder
        self.trust = trust
        var status = stat()
        guard fstat(self.folder.descriptor, &status) == 0 else { return }
        changed = status.changed
        ownerFault = trust?.complaint(status, of: self.folder.descriptor, at: self.folder.path)
            .map { Diagnostic(.bundleOwner, $0) }
    }

    /// Computes the stamp by which the next load recognizes the unchanged bundle.
    func stamp(_ manifest: Manifest) -> FolderStamp { FolderStamp(folder, manifest) }

    func read(_ path: String, limit: Int) -> FileReading {
        guard let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) else {
            return missingOrRefused(path, errno)
        }
        var status = stat()
        guard fstat(file.number, &status) == 0 else { return unreadable(path, errno) }
        changed = max(changed, status.changed)
        guard status.st_mode & S_IFMT == S_IFREG else {
            return .refused(.bundlePath, "\(path) is not a regular file. Put one in its place.")
        }
        if let fault = trust?.complaint(status, of: file.number, at: folder.path + "/" + path) {
            return .refused(.bundleOwner, fault)
        }
        guard status.st_size <= limit else { return .tooLarge }
        guard let bytes = Descriptor.read(file.number, limit: limit + 1, expecting: Int(status.st_size))
        else { return unreadable(path, errno) }
        return bytes.count <= limit ? .bytes(bytes) : .tooLarge
    }

    func obstacle(toRunning path: String) -> Diagnostic? {
        for folder in BundlePath.folders(of: path) {
            if let obstacle = obstacle(at: folder, isProgram: false) { return obstacle }
        }
        return obstacle(at: path, isProgram: true)
    }

    /// A folder on the way to a program matters as much as the program: a user who can write the folder can
    /// replace the program.
    private func obstacle(at path: String, isProgram: Bool) -> Diagnostic? {
        guard let file = open(path, O_PATH) else {
            switch missingOrRefused(path, errno) {
            case .refused(let rule, let reason): return Diagnostic(rule, at: "/perform/exec/0", reason)
            default:
                return Self.notAProgram(path, "is not in the bundle. Put it there, or correct its name.")
            }
        }
        var status = stat()
        guard fstat(file.number, &status) == 0 else { return Self.notAProgram(path, reason(errno)) }
        changed = max(changed, status.changed)
        if let fault = trust?.complaint(status, of: file.number, at: folder.path + "/" + path) {
            return Diagnostic(.bundleOwner, at: "/perform/exec/0", fault)
        }
        guard isProgram else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return Self.notAProgram(path, "is not a regular file. Put the program itself there.")
        }
        return status.st_mode & 0o111 != 0
            ? nil : Self.notAProgram(path, "cannot be executed. Run: chmod 755 \(path)")
    }

    private func open(_ path: String, _ flags: Int32) -> Descriptor? {
        Descriptor(
            linux_open_beneath(folder.descriptor, path, UInt64(UInt32(bitPattern: flags | O_CLOEXEC))))
    }

    private func missingOrRefused(_ path: String, _ code: Int32) -> FileReading {
        switch code {
        case ENOENT, ENOTDIR, ENAMETOOLONG: return .missing
        case ELOOP, EXDEV:
            let advice = "Links are not followed: put the file itself there."
            return .refused(.bundlePath, "\(path) is a link, or is reached through one. \(advice)")
        case ENXIO, ENODEV:
            return .refused(.bundlePath, "\(path) is not a regular file. Put one in its place.")
        default: return unreadable(path, code)
        }
    }

    private func unreadable(_ path: String, _ code: Int32) -> FileReading {
        gap = max(gap, ScanGap(code))
        return .refused(.bundlePath, "\(path) \(reason(code))")
    }

    private func reason(_ code: Int32) -> String {
        "cannot be read: \(ErrorText.of(code)). Check its mode and its owner."
    }
}

extension stat {
    /// ctime in milliseconds. A file system may report any value; one more than 34,000 years from 1970 counts
    /// as 0.
    package var changed: Int {
        guard st_ctim.tv_sec.magnitude <= 1 << 40 else { return 0 }
        return st_ctim.tv_sec * 1_000 + st_ctim.tv_nsec / 1_000_000
    }
}
