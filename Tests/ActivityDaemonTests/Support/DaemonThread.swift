// SPDX-License-Identifier: Apache-2.0

import ActivityDaemon
import CLinux
import Glibc
import Host
import Synchronization
import Systemd
import TestSupport

/// A daemon on a thread of this process. The thread does the work of activityd's main program, without
/// signals, the limit on descriptors and the service manager, which belong to the whole process.
final class DaemonThread {
    struct Failure: Error {
        let reason: String
    }

    private let exchange: Exchange
    private var thread = pthread_t()
    private var unread: ArraySlice<Exchange.Event> = []
    private var hasEnded = false

    init(_ options: Options, environment: [String: String], log: String) throws {
        // A daemon that writes to a client or program that has gone must not end the tests.
        signal(SIGPIPE, SIG_IGN)
        exchange = try Exchange(options, environment, log)
        let context = Unmanaged.passRetained(exchange)
        let code = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Exchange>.fromOpaque(context).takeRetainedValue().serve()
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw Failure(reason: "pthread_create: \(code)")
        }
    }

    /// Waits until the daemon serves.
    func waitTillReady() throws {
        while true {
            switch try next() {
            case .state(.ready): return
            case .state: continue
            case .ended(let fault): throw Failure(reason: fault ?? "The daemon has ended.")
            }
        }
    }

    /// Children of the daemon's thread, such as activity-draw.
    var children: [pid_t] {
        let text = Files.text("/proc/self/task/\(exchange.thread.load(ordering: .relaxed))/children")
        return text.split(separator: " ").compactMap { pid_t($0) }
    }

    /// Lets the daemon end as SIGTERM does, and waits for it.
    func end() throws {
        exchange.orders.post { $0.end() }
        var fault: String?
        while !hasEnded {
            if case .ended(let reason) = try next() { fault = reason }
        }
        pthread_join(thread, nil)
        if let fault { throw Failure(reason: fault) }
    }

    private func next() throws -> Exchange.Event {
        while true {
            if let event = unread.popFirst() {
                if case .ended = event { hasEnded = true }
                return event
            }
            var waited = pollfd(fd: exchange.events.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waited, 1, HangLimit.milliseconds) > 0 else {
                throw Failure(reason: "The daemon's thread hangs.")
            }
            unread = exchange.events.drain()[...]
        }
    }
}

/// The values that the test's thread and the daemon's share.
private final class Exchange: Sendable {
    enum Event: Sendable {
        case state(DaemonState)
        /// The daemon has ended, with the error if there was one.
        case ended(String?)
    }

    let orders: Mailbox<@Sendable (Daemon) -> Void>
    let events: Mailbox<Event>
    private let options: Options
    private let environment: [String: String]
    private let log: String
    /// The daemon's thread, once it runs.
    let thread = Atomic<pid_t>(0)

    init(_ options: Options, _ environment: [String: String], _ log: String) throws {
        orders = try Mailbox()
        events = try Mailbox()
        self.options = options
        self.environment = environment
        self.log = log
    }

    func serve() {
        linux_name_thread("daemon")
        thread.store(linux_thread_id(), ordering: .relaxed)
        let output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        defer { close(output) }
        do {
            let isLeft = try run(Journal(identifier: "activityd", usesJournal: false, standardError: output))
            events.post(.ended(isLeft() ? "Parts of the daemon are still referenced." : nil))
        } catch {
            events.post(.ended("\(error)"))
        }
    }

    /// Serves until the daemon has ended.
    ///
    /// - Returns: whether it, or its loop, would leak into the process.
    private func run(_ journal: Journal) throws -> () -> Bool {
        let process = HostProcess(
            inherited: [], journal: journal, raiseDescriptorLimit: { $0 },
            report: { [events] in events.post(.state($0)) })
        let daemon = try Daemon(options, environment: environment, in: process)
        _ = try daemon.events.onReady(orders.descriptor, EPOLLIN.rawValue) { [unowned daemon, orders] in
            for order in orders.drain() { order(daemon) }
        }
        try daemon.run()
        return { [weak daemon, weak loop = daemon.events] in daemon != nil || loop != nil }
    }
}
