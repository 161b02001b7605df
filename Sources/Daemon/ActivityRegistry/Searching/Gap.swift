// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Why a look may have missed files that exist. The machine is at fault, not the files; of several reasons
/// the worst counts.
enum Gap: Comparable, Sendable {
    case none
    /// A fault of the device, or an unexpected error while reading, which may be gone at the next look or
    /// stay for good: EIO, ESTALE, EAGAIN.
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
    /// The failure of the machine behind the error; `none` if the file itself is at fault.
    var gap: Gap {
        guard case .storage(_, _, let code) = self else { return .none }
        return Gap(code)
    }

    /// Whether the cause is a lack of descriptors or memory; the files may be fine.
    package var isWantOfMeans: Bool { gap == .means }
}
