// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import Systemd

/// The daemon's ends of an activity's output pipes and progress socket. Created on the disk's thread.
struct Channels: Sendable {
    /// Standard output; nil if the activity hands over, since its output is not a result.
    private(set) var output: OutputPipe?
    private(set) var errors: OutputPipe?
    var receiver: NotifyReceiver?

    var pipes: [OutputPipe] { [output, errors].compactMap { $0 } }

    /// Creates the pipes and the socket for a program.
    ///
    /// - Parameter outputBytes: maximum bytes of output to keep; nil to have no output pipe.
    init(making folder: PrivateFolder, outputBytes: Int?) throws(PerformRefusal) {
        do {
            receiver = try NotifyReceiver(binding: folder.notifyPath)
        } catch {
            throw .system("The socket for its progress could not be made", error.errno)
        }
        errors = try OutputPipe(making: .errors, in: folder)
        output = try outputBytes.map { limit throws(PerformRefusal) in
            try OutputPipe(making: .output, in: folder, limit: limit)
        }
    }

    /// Adopts the descriptors that an earlier daemon stored with systemd, and opens missing ones by name.
    /// Descriptors that are not needed are closed.
    init(adopting descriptors: [CInt], in folder: PrivateFolder) {
        for descriptor in descriptors {
            switch Self.stream(of: descriptor, in: folder) {
            case .output? where output == nil:
                output = Descriptor(descriptor).flatMap { OutputPipe(adopting: $0, .output, in: folder) }
            case .errors? where errors == nil:
                errors = Descriptor(descriptor).flatMap { OutputPipe(adopting: $0, .errors, in: folder) }
            case nil where receiver == nil && Self.kind(of: descriptor) == S_IFSOCK:
                receiver = NotifyReceiver(adopting: descriptor)
            default: close(descriptor)
            }
        }
        output = output ?? OutputPipe(opening: .output, in: folder)
        errors = errors ?? OutputPipe(opening: .errors, in: folder)
        receiver = receiver ?? (try? NotifyReceiver(binding: folder.notifyPath))
    }

    func store(as name: String) {
        for pipe in pipes { Supervisor.store(pipe.descriptor, as: name) }
        if let receiver { Supervisor.store(receiver.descriptor, as: name) }
    }

    mutating func closePipes() { (output, errors) = (nil, nil) }

    /// The stream to whose FIFO a descriptor refers; nil if it refers to another file.
    private static func stream(of descriptor: CInt, in folder: PrivateFolder) -> OutputPipe.Stream? {
        var (end, named) = (stat(), stat())
        guard fstat(descriptor, &end) == 0 else { return nil }
        return OutputPipe.Stream.allCases.first { stream in
            stat(folder.path(of: stream), &named) == 0 && named.st_dev == end.st_dev
                && named.st_ino == end.st_ino
        }
    }

    private static func kind(of descriptor: CInt) -> mode_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
    }
}
