// SPDX-License-Identifier: Apache-2.0

import ActivityRegistry
import Glibc
import Systemd
import Varlink

/// The sockets of a scope: those that systemd handed over, else those that are bound here.
///
/// The user scope has a second one in a folder of its own, so that a sandbox can be given it alone.
struct Sockets {
    /// Serves everything.
    private(set) var main: CInt?
    /// Serves List, Icon and Monitor.
    private(set) var sheet: CInt?
    /// Whether systemd owns them, and starts the next daemon.
    let areInherited: Bool
    /// What an earlier daemon had left with systemd.
    private(set) var kept: [(descriptor: CInt, name: String)] = []
    private var bound: [Listener] = []
    private var links: RegistryLinks?

    /// The names under which systemd hands them over (`FileDescriptorName=`): ours, the socket's, the unit's,
    /// which stands where the unit says none, and the one that a descriptor without a name is given.
    private enum Names {
        static let main: Set = ["varlink", "io.activityd", "activityd.socket", "unknown"]
        static let kept = [Performance.keptPrefix, UnitLink.keptPrefix]
        static let sheet: Set = ["sheet", "io.activityd.Sheet", "activityd-sheet.socket"]
    }

    /// - Returns: and sentences for what could not be done and does not matter.
    static func open(_ scope: Scope, runtimeFolder: String?) throws -> (sockets: Sockets, problems: [String])
    {
        var inherited = try ServiceManager.listenDescriptors()
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

    /// A name that is not known is refused: it may have been meant for a sandbox, and all would be served on
    /// it.
    private mutating func assign(_ descriptor: CInt, _ name: String) throws(StartError) {
        let isSheet = Names.sheet.contains(name)
        guard isSheet || Names.main.contains(name) else {
            throw Self.unsuitable(name, "its name should be \"varlink\" or \"sheet\"")
        }
        guard (isSheet ? sheet : main) == nil else { throw Self.unsuitable(name, "there is one already") }
        if isSheet { sheet = descriptor } else { main = descriptor }
    }

    private static func unsuitable(_ name: String, _ reason: String) -> StartError {
        .socket(
            "The descriptor \"\(name)\" from systemd is unsuitable: \(reason). "
                + "Check its socket unit; activityd wants listening Unix stream sockets.")
    }

    private static func bind(_ scope: Scope, _ runtimeFolder: String) throws -> (Sockets, [String]) {
        var sockets = Sockets(areInherited: false)
        let isSystem = scope == .system
        let path = try Self.path(
            "activityd", "io.activityd", in: runtimeFolder, mode: isSystem ? 0o755 : 0o700)
        sockets.main = try sockets.listen(path, mode: isSystem ? 0o666 : 0o600)
        if !isSystem {
            let path = try Self.path("activityd-sheet", "io.activityd.Sheet", in: runtimeFolder, mode: 0o700)
            sockets.sheet = try sockets.listen(path, mode: 0o600)
        }
        let links = RegistryLinks(runtimeFolder: runtimeFolder, socket: path)
        sockets.links = links
        return (sockets, [links.make()].compactMap { $0 })
    }

    private static func path(_ folder: String, _ name: String, in runtimeFolder: String, mode: mode_t) throws
        -> String
    {
        let folder = runtimeFolder + "/" + folder
        guard mkdir(folder, mode) == 0 || errno == EEXIST, chmod(folder, mode) == 0 else {
            throw StartError.folder(path: folder, reason: String(cString: strerror(errno)))
        }
        return folder + "/" + name
    }

    private mutating func listen(_ path: String, mode: mode_t) throws -> CInt {
        do {
            let listener = try Listener(binding: path, mode: mode)
            bound.append(listener)
            return listener.descriptor
        } catch .alreadyServed {
            throw StartError.socket("Another activityd serves \(path) already. Stop that one first.")
        } catch {
            throw StartError.socket("\(path) cannot be served: \(error).")
        }
    }

    func removeLinks() {
        links?.remove()
    }
}
