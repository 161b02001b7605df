// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// The reason why a look may have missed existing files: an error of the machine, not of the files. The worst
/// of several counts.
enum Gap: Comparable, Sendable {
    case none
    /// An error of the device, or an unexpected one, which may be temporary or permanent: EIO, ESTALE,
    /// EAGAIN.
    case device
    /// Lack of descriptors or memory; the files may be fine.
    case means

    init(_ code: Int32) {
        switch code {
        case EMFILE, ENFILE, ENOMEM: self = .means
        case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EXDEV, ENXIO, ENODEV, EISDIR, ENAMETOOLONG: self = .none
        default: self = .device
        }
    }
}

extension StorageError {
    /// The machine's error that caused this one; `none` if the file itself is at fault.
    var gap: Gap {
        guard case .storage(_, _, let code) = self else { return .none }
        return Gap(code)
    }

    /// Whether the cause is a lack of descriptors or memory; the files may be fine.
    package var isWantOfMeans: Bool { gap == .means }
}
