// SPDX-License-Identifier: Apache-2.0
//
// The file of cached findings. It is used only if all of it is valid, and its findings survive writing and
// parsing.

import ActivityModel
@testable import ActivityRegistry
import Glibc
import Harness
import Host

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let kept = FindingsCache.file(in: folder, .owner)
    guard write(input(start, count), to: kept.path) else { return 1 }
    guard let findings = [Digest: [Diagnostic]](kept, nil) else {
        expect(FindingsCache(folder: folder).stored[.probe] == nil, "a file is believed in part")
        return 0
    }
    let cache = FindingsCache(folder: folder)
    for (key, found) in findings {
        expect(cache.stored[key] == found, "the cache says something else than its file")
        expect(Digest(key.description) == key, "a key changes when it is written and read")
    }
    do throws(StorageError) { try kept.replace(findings.document) } catch { return 1 }
    expect([Digest: [Diagnostic]](kept, nil) == findings, "the file changes when it is written and read")
    return 0
}

extension Digest {
    fileprivate static let probe = Digest([UInt8](repeating: 0xAB, count: 32))
}

/// This process's folder in memory, removed at exit.
private let folder: String = {
    let path = "/dev/shm/activityd-fuzz-\(getpid())"
    mkdir(path, 0o700)
    atexit { removeFolder() }
    return path
}()

private func removeFolder() {
    unlink(folder + "/" + FindingsCache.fileName)
    rmdir(folder)
}

private func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
}
