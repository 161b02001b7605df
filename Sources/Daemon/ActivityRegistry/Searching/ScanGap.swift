// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// The reason why a scan may have missed existing files: an error of the machine, not of the files. The worst
/// of several counts.
enum ScanGap: Comparable, Sendable {
    case none
    /// An error of the device, or an unexpected one, which may be temporary or permanent: EIO, ESTALE,
    /// EAGAIN.
    case device
    /// Lack of descriptors or memory; the files may be fine.
    case resources

    init(_ code: Int32) {
        switch code {
        case EMFILE, ENFILE, ENOMEM: self = .resources
        case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EXDEV, ENXIO, ENODEV, EISDIR, ENAMETOOLONG: self = .none
        default: self = .device
        }
    }
}

extension StorageError {
    /// The machine's error that caused this one; `none` if the file itself is at fault.
    var gap: ScanGap {
        guard case .storage(_, _, let code) = self else { return .none }
        return ScanGap(code)
    }
}
