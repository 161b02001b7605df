// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityPerforming
import ActivityRegistry
import Glibc
import Host
import Varlink

/// The sockets of a scope, inherited from systemd or bound by the daemon.
///
/// The user scope has a second socket in a separate folder, so that only this folder need be shown in a
/// sandbox.
struct Sockets {
    /// Serves all interfaces.
    private(set) var main: CInt?
    /// Serves List, Icon and Monitor for sandboxes.
    private(set) var sheet: CInt?
    /// Whether systemd owns the sockets, and starts the next daemon.
    let areInherited: Bool
    /// Descriptors that an earlier daemon stored with systemd.
    private(set) var kept: [(descriptor: CInt, name: String)] = []
    private var bound: [Listener] = []
    private var links: RegistryLinks?

    /// Accepted names of inherited sockets (`FileDescriptorName=`): our own, the socket's file name, the
    /// unit's name, which is systemd's default, and "unknown", which systemd reports for a descriptor without
    /// a name.
    private enum Names {
        static let main: Set = ["varlink", "io.activityd", "activityd.socket", "unknown"]
        static let kept = Performer.keptPrefixes
        static let sheet: Set = ["sheet", "io.activityd.Sheet", "activityd-sheet.socket"]
    }

    /// - Parameter inherited: descriptors from the service manager, with their names.
    /// - Returns: the sockets, and messages on errors that do not prevent the daemon from serving.
    static func open(
        _ scope: Scope, inherited: [(descriptor: CInt, name: String)], runtimeFolder: String?
    ) throws -> (sockets: Sockets, problems: [String]) {
        var inherited = inherited
        let kept = inherited.filter { entry in Names.kept.contains { entry.name.hasPrefix($0) } }
        inherited.removeAll { entry in Names.kept.contains { entry.name.hasPrefix($0) } }
        var opened: (sockets: Sockets, problems: [String])
        if inherited.isEmpty {
            guard let runtimeFolder else { throw StartError.noRuntimeFolder }
            opened = try bind(scope, runtimeFolder)
        } else {
            opened = (try Sockets(adopting: inherited), [])
        }
        opened.sockets.kept = kept
        return opened
    }

    private init(areInherited: Bool) {
        self.areInherited = areInherited
    }

    private init(adopting descriptors: [(descriptor: CInt, name: String)]) throws {
        self.init(areInherited: true)
        for (descriptor, name) in descriptors {
            do throws(ListenerError) { try Listener.adopt(descriptor) } catch {
                throw Self.unsuitable(name, error.reason)
            }
            try assign(descriptor, name)
        }
    }

    /// Assigns a socket by its name. An unknown name is rejected: the socket may be meant for sandboxes, but
    /// would serve all interfaces.
    private mutating func assign(_ descriptor: CInt, _ name: String) throws(StartError) {
        let isSheet = Names.sheet.contains(name)
        guard isSheet || Names.main.contains(name) else {
            throw Self.unsuitable(name, "its name should be \"varlink\" or \"sheet\"")
        }
        guard (isSheet ? sheet : main) == nil else {
            throw Self.unsuitable(name, "another one has that name")
        }
        if isSheet { sheet = descriptor } else { main = descriptor }
    }

    private static func unsuitable(_ name: String, _ reason: String) -> StartError {
        .socket(
            "The descriptor \"\(name)\" from systemd is unsuitable: \(reason). "
                + "Check its socket unit; activityd expects listening Unix stream sockets.")
    }

    private static func bind(_ scope: Scope, _ runtimeFolder: String) throws -> (Sockets, [String]) {
        var sockets = Sockets(areInherited: false)
        let isSystem = scope == .system
        let path = runtimeFolder + "/" + Interfaces.socketName
        sockets.main = try sockets.listen(
            path, mode: isSystem ? 0o666 : 0o600, folderMode: isSystem ? 0o755 : 0o700)
        if !isSystem {
            sockets.sheet = try sockets.listen(
                runtimeFolder + "/activityd-sheet/io.activityd.Sheet", mode: 0o600, folderMode: 0o700)
        }
        let links = RegistryLinks(runtimeFolder: runtimeFolder, socket: path)
        sockets.links = links
        return (sockets, [links.make()].compactMap { $0 })
    }

    private static func makeFolder(of path: String, mode: mode_t) throws(StartError) {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        guard mkdir(folder, mode) == 0 || errno == EEXIST, chmod(folder, mode) == 0 else {
            throw .folder(path: folder, reason: ErrorText.of())
        }
    }

    private mutating func listen(_ path: String, mode: mode_t, folderMode: mode_t) throws(StartError) -> CInt
    {
        try Self.makeFolder(of: path, mode: folderMode)
        do {
            let listener = try Listener(binding: path, mode: mode)
            bound.append(listener)
            return listener.descriptor
        } catch .alreadyServed {
            throw .socket("Another activityd already serves \(path). Stop that one first.")
        } catch {
            throw .socket("\(path) cannot be served: \(error.reason).")
        }
    }

    func removeLinks() {
        links?.remove()
    }
}
