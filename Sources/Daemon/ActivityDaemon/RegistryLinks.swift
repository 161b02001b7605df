// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Glibc
import Host

/// The links through which clients find the socket of an interface: `varlink/registry/<interface>` in the
/// runtime folder.
///
/// If systemd owns the socket, its unit creates the links (`Symlinks=`).
struct RegistryLinks {
    private let folder: String
    private let target: String

    init(runtimeFolder: String, socket: String) {
        folder = runtimeFolder + "/varlink/registry"
        target = socket
    }

    /// Creates or replaces the links.
    ///
    /// - Returns: an error message if a link could not be created; the socket serves without it.
    func make() -> String? {
        mkdir(String(folder.dropLast("/registry".count)), 0o755)
        mkdir(folder, 0o755)
        for interface in [Interfaces.sheet, Interfaces.registry] {
            let link = folder + "/" + interface
            let staged = folder + "/.staging-\(getpid())-" + interface
            unlink(staged)
            guard symlink(target, staged) == 0, rename(staged, link) == 0 else {
                return
                    "\(link) could not be made: \(ErrorText.of()). Clients must name the socket."
            }
        }
        return nil
    }

    /// Removes the links that still point to this socket.
    func remove() {
        for interface in [Interfaces.sheet, Interfaces.registry] {
            let link = folder + "/" + interface
            if LinkText.bytes(of: link) == Array(target.utf8) { unlink(link) }
        }
    }
}
