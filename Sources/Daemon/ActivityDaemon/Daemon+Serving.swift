// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityGenerators
import ActivityInterface
import ActivityModel
import ActivityPerforming
import ActivityPolicy
import ActivityRegistry
import ActivityTargets
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
        let performing = PerformHandler(registry: registry, performer: performer)
        targets = performer.map {
            TargetsHandler(
                registry, $0, loop.events, timeout: settings.limits.targetsUSec,
                collator: { [collators] in collators.collator(for: $0) },
                closed: { [unowned self] in registry.state.closed.union(settings.closed) })
        }
        targets?.onFault = { [journal] in
            journal.log(.notice, "\($0): Its targets are not known: \($1)", ["ACTIVITY_ID": $0])
        }
        targets?.onProblem = { [journal] in journal.problem($0) }
        performer?.onTarget = { [weak targets] in targets?.record($1, of: $0) }
        func sheet(isForSandboxes: Bool) -> SheetHandler {
            SheetHandler(
                interface: interfaces.sheet, registry: registry, icons: icons, monitors: monitors,
                performing: performing, targets: targets, authority: authority, collators: collators,
                isForSandboxes: isForSandboxes)
        }
        // Opens the session's locale before the first List, which will probably ask for it.
        collators.open(locale, for: .own)
        let admin = RegistryHandler(
            interface: interfaces.registry, registry: registry, authority: authority,
            audit: audit, rankings: SheetRankings(collators, locale: locale),
            targets: targets, generators: generators, status: { [unowned self] in registryStatus })
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
        return Registry.StatusReply(
            version: Version.current, scope: options.scope == .system ? .system : .user,
            generation: snapshot.generation, system: snapshot.counts.system,
            custom: snapshot.counts.custom, rejected: snapshot.counts.rejected,
            connections: server.connectionCount,
            searchPath: [registry.searchPath.systemFolder] + registry.searchPath.folders.map(\.path)
                + (generators?.servedFolders ?? []),
            unwatched: registry.state.unwatched ?? generators?.unwatched,
            problems: problems.isEmpty ? nil : problems, waiting: registry.state.waiting,
            performs: performer == nil ? nil : counters.performs,
            worstCall: server.worstCall?.method, worstCallUSec: server.worstCall?.microseconds)
    }

    private var problems: [String] {
        settingsProblems + watch.problems + (generators?.problems ?? [])
    }
}
