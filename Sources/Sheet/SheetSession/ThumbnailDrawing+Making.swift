// SPDX-License-Identifier: Apache-2.0
//
// A desktop's thumbnailers read untrusted files with large decoders. So each runs in a sandbox without
// network, in which it can read the system's programs and fonts and the file, and write only one picture and
// a temporary folder: as in GNOME's file manager, with less memory and time. Only activity-draw decodes the
// picture, as it does thumbnails from the cache.

import CLinux
import ContentSelection
import Glibc
import Host
import SessionBus

extension ThumbnailDrawing {
    /// Maximum size of the picture, in bytes.
    private static let maximumBytes = 2 << 20
    private static let file = "/tmp/file"
    private static let output = "/tmp/thumbnail.png"

    /// Returns the bytes of the picture; nil if the thumbnailer failed, timed out or was cancelled. Blocks
    /// until it exits, or kills it after `timeout`.
    ///
    /// - Parameter path: the file's path, NUL-terminated.
    func picture(of path: [CChar], by thumbnailer: Thumbnailer) -> [UInt8]? {
        let picture = "/tmp/thumbnail-\(UInt64.random(in: 0...UInt64.max)).png"
        guard let file = Descriptor(open(picture, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)) else {
            return nil
        }
        defer { unlink(picture) }
        let command = thumbnailer.command(file: Self.file, output: Self.output, pixels: pixels)
        let arguments = (Self.confinement(picture) + command).map { Array($0.utf8) }
        let bytes = run(arguments, on: path) ? Descriptor.read(file.number, limit: Self.maximumBytes) : nil
        return bytes?.isEmpty == false ? bytes : nil
    }

    private static func confinement(_ picture: String) -> [String] {
        let options = """
            prlimit --as=1073741824 --cpu=10 --fsize=\(maximumBytes) --core=0 \
            bwrap --unshare-all --die-with-parent --new-session --clearenv --setenv PATH /usr/bin:/bin \
            --ro-bind /usr /usr --ro-bind-try /bin /bin --ro-bind-try /lib /lib --ro-bind-try /lib64 /lib64 \
            --ro-bind-try /etc/alternatives /etc/alternatives \
            --ro-bind-try /etc/ld.so.cache /etc/ld.so.cache \
            --ro-bind-try /etc/fonts /etc/fonts --proc /proc --dev /dev --size 67108864 --tmpfs /tmp \
            --setenv HOME /tmp --setenv GIO_USE_VFS local --chdir /tmp
            """
        // Arguments are public on the machine, so the file is named through its descriptor.
        return options.split(separator: " ").map(String.init)
            + ["--bind", picture, output, "--ro-bind", "/proc/self/fd/0", file, "--"]
    }

    /// Whether the program succeeded in time, and before the cancellation.
    ///
    /// - Parameter path: the file, which becomes standard input.
    private func run(_ arguments: [[UInt8]], on path: [CChar]) -> Bool {
        let started = try? Spawn.start("/usr/bin/prlimit", arguments, environment: [:]) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, path, O_RDONLY | O_NONBLOCK, 0)
            for standard in 1...2 {
                posix_spawn_file_actions_addopen(&actions, CInt(standard), "/dev/null", O_RDWR, 0)
            }
        }
        guard let process = started else { return false }
        let descriptor = linux_pidfd_open(process)
        defer { close(descriptor) }
        var watched = [descriptor, cancellation.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let count = poll(&watched, nfds_t(watched.count), CInt(timeout))
        // The sandbox's processes die with this one.
        if count <= 0 || watched[0].revents == 0 { kill(process, SIGKILL) }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0
    }
}
