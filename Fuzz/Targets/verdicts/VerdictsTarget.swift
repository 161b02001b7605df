// SPDX-License-Identifier: Apache-2.0
//
// The file in which verdicts are kept between two runs: right in every part or not taken, and the same when it is
// written and read.

import ActivityModel
@testable import ActivityRegistry
import Glibc
import Harness
import Host

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let path = folder + "/" + VerdictCache.fileName
    guard write(input(start, count), to: path) else { return 1 }
    guard let file = VerdictFile(path, nil) else {
        expect(VerdictCache(folder: folder).lasting[.probe] == nil, "a file is believed in part")
        return 0
    }
    let cache = VerdictCache(folder: folder)
    for (key, verdict) in file.verdicts {
        expect(cache.lasting[key] == verdict, "the cache says something else than its file")
        expect(Digest(key.description) == key, "a key changes when it is written and read")
    }
    do throws(StorageError) { try file.write(to: path, mode: 0o600) } catch { return 1 }
    expect(VerdictFile(path, nil)?.verdicts == file.verdicts, "the file changes when it is written and read")
    return 0
}

extension Digest {
    fileprivate static let probe = Digest([UInt8](repeating: 0xAB, count: 32))
}

/// In memory, and one for each process.
private let folder: String = {
    let path = "/dev/shm/activityd-fuzz-\(getpid())"
    mkdir(path, 0o700)
    atexit { removeFolder() }
    return path
}()

private func removeFolder() {
    unlink(folder + "/" + VerdictCache.fileName)
    rmdir(folder)
}

private func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
}
