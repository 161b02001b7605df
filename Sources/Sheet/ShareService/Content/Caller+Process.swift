// SPDX-License-Identifier: Apache-2.0

import CGIO
import Glibc
import Host
import SessionBus

extension Caller {
    /// The caller's process and its folder in /proc; nil if the bus reports no process, or if it has ended or
    /// is not visible here.
    static func process(of sender: String, _ connection: BusConnection) -> (Int, Descriptor)? {
        guard
            let (reply, descriptors) = connection.wait(
                for: "GetConnectionCredentials", of: .bus, Variant.tuple(g_variant_new_string(sender)),
                type: "(a{sv})"), let credentials = reply[0]
        else { return nil }
        guard let handle = credentials["ProcessFD"], handle.isOf(type: "h") else {
            guard let number = credentials["ProcessID"], number.isOf(type: "u") else { return nil }
            return folder(of: Int(number.unsigned)).map { (Int(number.unsigned), $0) }
        }
        guard let process = descriptors(handle.handle), let number = number(of: process),
            let folder = folder(of: number)
        else { return nil }
        // The process has not ended since, so the folder is its own.
        return Self.number(of: process) == number ? (number, folder) : nil
    }

    private static func folder(of process: Int) -> Descriptor? {
        Descriptor(open("/proc/\(process)", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    }

    /// Process number of a pidfd, from the line "Pid:" of its fdinfo (-1 once the process has ended); nil if
    /// it has ended, or is not visible in this PID namespace.
    static func number(of process: Descriptor) -> Int? {
        let folder = Descriptor(open("/proc/self/fdinfo", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        let number = folder.flatMap { ProcessFile.number("Pid:", in: "\(process.number)", of: $0) }
        return number.flatMap { $0 > 0 ? $0 : nil }
    }
}
