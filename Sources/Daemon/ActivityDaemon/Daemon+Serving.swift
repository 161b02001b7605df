// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityInterface
import ActivityPolicy
import ActivityRegistry
import Glibc
import Host
import Systemd
import Varlink

/// Builds the handlers, and the services on the sockets.
extension Daemon {
    func serve() throws {
        let interfaces = try Interfaces.load()
        let authority = Authority(scope: options.scope, uid: geteuid())
        let icons = IconDrawing(
            registry: registry, drawing: drawing, cacheBytes: settings.limits.iconCacheBytes)
        func sheet(isForSandboxes: Bool) -> SheetHandler {
            SheetHandler(
                interface: interfaces.sheet, registry: registry, icons: icons, monitors: monitors,
                performing: performing, features: features, authority: authority, collators: collators,
                isForSandboxes: isForSandboxes)
        }
        // Opens the session's locale before the first List, which will probably ask for it.
        collators.open(locale, for: .own)
        let admin = RegistryHandler(
            interface: interfaces.registry, registry: registry, authority: authority,
            audit: audit, rankings: SheetRankings(collators, locale: locale),
            features: features, status: { [unowned self] in registryStatus })
        let service = ServiceHandler(interface: interfaces.service, authority: authority, journal: journal) {
            [unowned self] requester, then in reload(for: requester, then: then)
        }
        if let main = sockets.main {
            try server.listen(
                on: main, service: Self.service([sheet(isForSandboxes: false), admin, service]))
        }
        if let second = sockets.sheet {
            let quota = Quota(
                limit: sandboxedConnections, limitPerHolder: max(1, sandboxedConnections / 2),
                reserved: sandboxedConnections / 8
            ) { .program(AskingApp.name(of: $0)) }
            try server.listen(
                on: second, service: Self.service([sheet(isForSandboxes: true)]), quota: quota)
        }
        server.onAccept = { $0.context = AskingApp($0.peer) }
        ServingLog(journal).watch(server)
        drawing.onFailure = { [journal] in
            journal.problem("activity-draw failed: \($0).", id: Journal.MessageID.drawingFailed)
        }
    }

    private static func service(_ handlers: [any InterfaceHandler]) -> Service {
        Service(
            vendor: "activityd", product: "activityd", version: Version.current, url: "",
            handlers: handlers)
    }

    private var registryStatus: Registry.StatusReply {
        let snapshot = registry.snapshot
        let problems = settingsProblems + watch.problems
        var status = Registry.StatusReply(
            version: Version.current, scope: options.scope == .system ? .system : .user,
            generation: snapshot.generation, system: snapshot.counts.system,
            custom: snapshot.counts.custom, rejected: snapshot.counts.rejected,
            connections: server.connectionCount,
            searchPath: [registry.searchPath.systemFolder] + registry.searchPath.folders.map(\.path),
            unwatched: registry.state.unwatched,
            problems: problems.isEmpty ? nil : problems, waiting: registry.state.waiting,
            performs: performer == nil ? nil : counters.performs,
            worstCall: server.worstCall?.method, worstCallUSec: server.worstCall?.microseconds)
        for feature in features { feature.report(&status) }
        return status
    }
}
