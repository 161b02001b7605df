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

/// The parts of the program, put together.
enum SheetProgram {
    /// The desktop entry's name too, by which desktops find the icon of its windows.
    static let name = "io.activityd.Share"
    /// A bus answers within milliseconds, and on a machine that is busy, as at a login, within seconds. One that hangs keeps
    /// every sheet waiting for as long.
    private static let patience = Duration.seconds(5)

    /// So brief that the next service finds a display that has appeared, and long enough to stay below systemd's limit of
    /// starts.
    private static let idleWithoutDisplay = Duration.seconds(10)

    /// Socket of the person's daemon.
    static var socket: String { Environment.runtimeFolder + "/" + Interfaces.socketName }

    /// Shows one sheet until it is gone: by the session's service where there is one, else by itself.
    ///
    /// - Parameter opened: called where it comes to be open.
    static func share(_ request: SheetRequest, opened: @escaping () -> Void) -> SheetOutcome {
        if let refusal = request.refusal { return .refused(refusal) }
        let connection = BusConnection.ofSession(within: patience)
        return connection.flatMap { handOver(request, $0, opened) }
            ?? show(request, connection, opened: opened)
    }

    /// Serves the session's bus until there has been no sheet for a while.
    ///
    /// - Returns: why it cannot, a sentence.
    static func serve() -> String? {
        guard let connection = BusConnection.ofSession(within: patience) else {
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
        if sheets == nil { limits.idle = idleWithoutDisplay }
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

    /// Tells the person what there was no sheet for.
    static func notify(_ notice: SheetNotice, in words: Words) {
        guard let notifier = BusConnection.ofSession(within: patience).map(Notifier.init) else { return }
        notifier.notify(notice, in: words, stays: false)
        Loop.run { !notifier.isWaiting }
    }

    /// Has the session's service show the sheet; nil if no service can show it on this display.
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
        Desktop(program: name, hasBus: BusConnection.ofSession(within: patience) != nil)
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

    /// Shows one sheet in this process until it is gone.
    static func show(_ request: SheetRequest, on desktop: Desktop, opened: () -> Void) -> SheetOutcome {
        if let refusal = request.refusal { return .refused(refusal) }
        return show(request, BusConnection.ofSession(within: patience), desktop, opened: opened)
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
        // The daemon makes its list while GTK starts.
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
