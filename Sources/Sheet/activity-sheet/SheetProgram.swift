// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ContentSelection
import Glibc
import Host
import SessionBus
import ShareService
import SheetSession
import SheetWindow

/// The composition root: connects the bus, the desktop, the service and its sheets.
enum SheetProgram {
    /// Program name, equal to the desktop entry's: desktops find the icon of its windows by it.
    static let name = "io.activityd.Share"
    /// Timeout of connecting to the bus. A bus replies within milliseconds, and on a busy machine, as at
    /// login, within seconds. A hung bus delays every sheet by this long.
    private static let timeout = Duration.seconds(5)

    /// Idle time without a display: short, so that the next service finds a display that has appeared since,
    /// and long enough to stay below systemd's start limit.
    private static let idleWithoutDisplay = Duration.seconds(10)

    /// Socket of the person's daemon.
    static var socket: String { Environment.runtimeFolder + "/" + Interfaces.socketName }

    /// Shows one sheet until it is closed: through the session's service if that can show it here, else in
    /// this process.
    ///
    /// - Parameter opened: called if the sheet opens.
    static func share(_ request: SheetRequest, opened: @escaping () -> Void) -> SheetOutcome {
        if let refusal = request.refusal { return .refused(refusal) }
        let connection = BusConnection.ofSession(within: timeout)
        return connection.flatMap { handOver(request, $0, opened) }
            ?? show(request, connection, opened: opened)
    }

    /// Serves `io.activityd.Share` on the session bus until the service is idle or SIGTERM arrives.
    ///
    /// - Returns: the reason for a failure, as a sentence; nil on success.
    static func serve() -> String? {
        guard let connection = BusConnection.ofSession(within: timeout) else {
            return "There is no session bus to serve on."
        }
        guard let desktop = Desktop(program: name, hasBus: true) else {
            return serve(connection, nil, nil) ?? SheetRefusal.noDisplay.sentence
        }
        let notifier = Notifier(connection)
        return serve(connection, OpenSheets(desktop, notifier), notifier)
    }

    private static func serve(
        _ connection: BusConnection, _ sheets: OpenSheets?, _ notifier: Notifier?
    ) -> String? {
        var (fault, isIdle) = (String?.none, false)
        var limits = ShareLimits()
        limits.descriptors = DescriptorLimit.raise() / 2
        if sheets == nil { limits.idleTime = idleWithoutDisplay }
        let service = ShareService(
            connection, opening: sheets, notifySocket: Environment.value("NOTIFY_SOCKET"), limits: limits,
            isBusy: { sheets?.isBusy ?? false }, notifier: notifier
        ) { isIdle = true }
        service.start { fault = $0 }
        var isStopped = false
        let signal = Source(signal: SIGTERM) { isStopped = true }
        withExtendedLifetime((service, signal)) {
            Loop.run { isStopped || isIdle || fault != nil }
        }
        var isOver = false
        sheets?.programEnds(isLast: false)
        service.stop { isOver = true }
        Loop.run { isOver }
        sheets?.programEnds(isLast: true)
        connection.flush()
        return fault
    }

    /// Notifies the person when no sheet could be shown.
    static func notify(_ notice: SheetNotice, in words: Words) {
        guard let notifier = BusConnection.ofSession(within: timeout).map(Notifier.init) else { return }
        notifier.notify(notice, in: words, stays: false)
        Loop.run { !notifier.isWaiting }
    }

    /// Asks the session's service to show the sheet; nil if no service can show it on this display.
    private static func handOver(
        _ request: SheetRequest, _ connection: BusConnection, _ opened: @escaping () -> Void
    ) -> SheetOutcome? {
        var (outcome, isOver) = (SheetOutcome?.none, false)
        let client = ShareClient(connection, request, opened: opened) { (outcome, isOver) = ($0, true) }
        guard let client else { return nil }
        client.start()
        withExtendedLifetime(client) { Loop.run { isOver } }
        return outcome
    }

    /// Starts GTK; nil without a display.
    static func desktop() -> Desktop? {
        Desktop(program: name, hasBus: BusConnection.ofSession(within: timeout) != nil)
    }

    static func copied(on desktop: Desktop, _ activationToken: String?) throws(SheetRefusal) -> CopiedContent
    {
        guard let reader = ClipboardReader(desktop) else { throw SheetRefusal(.clipboardUnread) }
        do throws(SelectionError) {
            return try reader.read(activationToken: activationToken)
        } catch {
            throw SheetRefusal(error)
        }
    }

    /// Shows one sheet in this process until it is closed.
    static func show(_ request: SheetRequest, on desktop: Desktop, opened: () -> Void) -> SheetOutcome {
        if let refusal = request.refusal { return .refused(refusal) }
        return show(request, BusConnection.ofSession(within: timeout), desktop, opened: opened)
    }

    private static func show(
        _ request: SheetRequest, _ connection: BusConnection?, _ desktop: Desktop? = nil, opened: () -> Void
    ) -> SheetOutcome {
        var outcome: SheetOutcome?
        let notifier = connection.map(Notifier.init)
        let sheet = WindowedSheet(request) { notice, words in
            notifier?.notify(notice, in: words, stays: false)
        } ended: {
            outcome = $0
        }
        // The daemon composes its list while GTK starts.
        sheet.begin()
        guard let desktop = desktop ?? Desktop(program: name, hasBus: connection != nil) else {
            return .refused(.noDisplay)
        }
        sheet.show(on: desktop)
        opened()
        withExtendedLifetime(sheet) { Loop.run { outcome != nil && notifier?.isWaiting != true } }
        return outcome ?? .left
    }
}
