// SPDX-License-Identifier: Apache-2.0

package import CLinux
import Glibc
import Host

/// Files by their paths, as a person would put them there.
package enum Files {
    /// The names in a folder, sorted; none where it cannot be read.
    package static func names(in folder: String) -> [String] {
        (try? Folder(opening: folder).names()) ?? []
    }

    /// Removes a folder with all that is in it.
    package static func erase(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { erase(inner) }
        }
        rmdir(path)
    }

    package static func makeFolder(_ path: String) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            // A test beside it may have set the umask, which is the process's.
            if mkdir(made, 0o755) == 0 { chmod(made, 0o755) }
        }
    }

    /// Writes in place, not atomically, as an editor might; folders above are made.
    package static func write(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) {
        if let slash = path.lastIndex(of: "/") { makeFolder(String(path[..<slash])) }
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        precondition(file >= 0, "\(path): \(String(cString: strerror(errno)))")
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            precondition(count > 0, "\(path): \(String(cString: strerror(errno)))")
            rest = rest.dropFirst(count)
        }
        fchmod(file, mode)
        close(file)
        if mode & 0o111 != 0 { awaitWriters(path) }
    }

    /// Waits until the file is not open for writing: a program that another thread starts meanwhile inherits
    /// it from this process until it runs, and until then the file cannot be started (ETXTBSY). The kernel
    /// grants a read lease when the last writer has gone.
    private static func awaitWriters(_ path: String) {
        let (setLease, forReading, none) = (1024 as Int32, Int32(F_RDLCK), Int32(F_UNLCK))
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        while fcntl(file, setLease, forReading) != 0, errno == EAGAIN { usleep(1000) }
        _ = fcntl(file, setLease, none)
    }

    package static func write(_ path: String, _ text: String, mode: UInt32 = 0o644) {
        write(path, Array(text.utf8), mode: mode)
    }

    /// Empty where there is no such file.
    package static func read(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(file, &part, part.count)
            guard count > 0 else { return bytes }
            bytes += part[..<count]
        }
    }

    package static func text(_ path: String) -> String { String(decoding: read(path), as: UTF8.self) }

    /// Mode of the entry itself, without following links; nil if nothing is there.
    package static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    package static func exists(_ path: String) -> Bool { mode(path) != nil }

    /// Gives a folder with all that is in it to another user.
    package static func give(_ path: String, to owner: uid_t) {
        lchown(path, owner, owner)
        for name in names(in: path) { give(path + "/" + name, to: owner) }
    }

    /// Copies a folder with all that is in it.
    package static func copy(_ source: String, to target: String) {
        makeFolder(target)
        for name in names(in: source) {
            let inner = source + "/" + name
            var status = stat()
            lstat(inner, &status)
            if status.st_mode & S_IFMT == S_IFDIR {
                copy(inner, to: target + "/" + name)
            } else {
                write(target + "/" + name, read(inner), mode: status.st_mode & 0o7777)
            }
        }
    }
}
