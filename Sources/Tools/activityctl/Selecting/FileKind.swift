// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The kind of file at a path, without following links. An inaccessible path counts as missing.
enum FileKind: Hashable {
    case missing, folder, other
    case file(isExecutable: Bool)

    init(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            self = .missing
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFREG: self = .file(isExecutable: status.st_mode & 0o100 != 0)
        default: self = .other
        }
    }
}
