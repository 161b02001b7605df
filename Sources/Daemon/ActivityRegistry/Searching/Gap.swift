// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host

/// Why a look saw less than there is, for a reason that lies in the machine; the worst of all that were met.
enum Gap: Comparable, Sendable {
    case none
    /// A fault of the device, or one that reading should not meet, which may be gone at the next look or
    /// stay for good: EIO, ESTALE, EAGAIN.
    case device
    /// Want of descriptors or memory, which says nothing of what was to be read.
    case means

    /// Classifies the error number of a system call.
    init(_ code: Int32) {
        switch code {
        case EMFILE, ENFILE, ENOMEM: self = .means
        case ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, EXDEV, ENXIO, ENODEV, EISDIR, ENAMETOOLONG: self = .none
        default: self = .device
        }
    }
}

extension StorageError {
    /// Whether it says more of the machine's state than of what was to be read.
    var gap: Gap {
        guard case .storage(_, _, let code) = self else { return .none }
        return Gap(code)
    }

    /// Whether descriptors or memory were wanting, which says nothing of what was to be read.
    package var isWantOfMeans: Bool { gap == .means }
}
