// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Host
import SessionBus
import TestSupport
import Testing

@testable import ShareService

extension Files {
    /// Ends the time for which copies in a store's folder cannot be removed.
    static func endDeadlines(of copies: String) {
        let past = timespec(tv_sec: time(nil) - 1, tv_nsec: 0)
        for name in names(in: copies) where name.hasSuffix(".owner") {
            utimensat(AT_FDCWD, "\(copies)/\(name)", [past, past], AT_SYMLINK_NOFOLLOW)
        }
    }
}

/// The service on a bus of its own, with a caller.
final class ServiceFixture {
    let bus: PrivateBus
    let sheets = StandInSheets()
    let caller: BusClient
    /// The service's runtime folder.
    let runtime: String
    /// The service's cache folder.
    let cache: String
    private(set) var service: ShareService?
    private(set) var isIdle = false
    /// The answer to the service's question about hidden sheets.
    var isBusy: () -> Bool = { false }
    /// Passed to the service, where that notifies.
    let notifier: Notifier?
    private let server: BusClient
    var serverName: String { server.name }
    /// systemd's end of sd_notify(3).
    private let manager: Descriptor

    static func run(
        _ limits: ShareLimits = ShareLimits(), notifies: Bool = false, _ test: (ServiceFixture) throws -> Void
    ) throws {
        try PrivateBus.run { bus in try test(try ServiceFixture(bus, limits, notifies)) }
    }

    private init(_ bus: PrivateBus, _ limits: ShareLimits, _ notifies: Bool) throws {
        self.bus = bus
        runtime = bus.scratch.folder("run")
        cache = bus.scratch.folder("cache")
        server = try bus.connect()
        caller = try bus.connect()
        notifier = notifies ? Notifier(server.asService) : nil
        let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        manager = try #require(Descriptor(socket(AF_UNIX, kind, 0)))
        try #require(linux_unix_bind(manager.number, bus.scratch("notify")) == 0)
        let service = ShareService(
            server.asService, opening: sheets, runtime: runtime, cache: cache,
            notifySocket: bus.scratch("notify"),
            limits: limits, isBusy: { [weak self] in self?.isBusy() ?? false }, notifier: notifier
        ) { [weak self] in self?.isIdle = true }
        self.service = service
        var (isStarted, fault) = (false, String?.none)
        service.start {
            isStarted = true
            fault = $0
        }
        try #require(bus.turn { isStarted })
        try #require(fault == nil)
    }

    /// Delivers the callers' messages to the service's connection, where they wait for its loop, which has
    /// not turned: messages keep their order, to the bus and from it.
    func deliver(from callers: [BusClient]? = nil) throws {
        for client in (callers ?? [caller]) + [server] {
            try #require(client.asService.wait(for: "GetId", of: .bus, nil, type: "(s)") != nil)
        }
    }

    /// The next message to systemd; nil if there is none.
    var told: String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = recv(manager.number, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Without the service; what it held goes.
    func endService() { service = nil }

    func file(_ name: String, _ text: String = "12345") -> String {
        bus.scratch.write(name, text)
        return bus.scratch(name)
    }

    /// Shows a document to the sandbox, as the document portal would.
    func grant(_ name: String) { Files.write(runtime + "/doc/by-app/\(Sandbox.app)/" + name, "12345") }

    /// The folders of private copies that are there, one for each call.
    var privateCopies: [String] {
        Files.names(in: copiesFolder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(".owner") }
    }

    var copiesFolder: String { cache + "/activityd/copies" }
}
