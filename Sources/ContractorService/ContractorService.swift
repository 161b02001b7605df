// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Host
import MainLoop
package import SessionBus
import SheetSession
import ShareService

/// Answers elementary's programs, which ask Contractor for what can be done with files, with our activities.
///
/// There is no sheet between the caller and the activity, and so no person who agrees: sandboxes are refused, and share by
/// `io.activityd.Share`.
package final class ContractorService {
    private let connection: BusConnection
    private let notifier: Notifier
    private let names: BusNames
    private let socket: String
    private let idle: () -> Void
    private var object: BusObject?
    private var timer: Source?
    private var inquiries: [ObjectIdentifier: ActivityInquiry] = [:]
    private var runs: [ObjectIdentifier: ContractRun] = [:]
    /// Callers that are being looked at.
    private var looks = 0

    private static let rest = Duration.seconds(30)
    /// Calls that may be open at once: more are a mistake.
    private static let limit = 64

    /// - Parameters:
    ///   - socket: of the person's daemon.
    ///   - idle: is called when nothing has been asked for a while.
    package init(_ connection: BusConnection, socket: String, idle: @escaping () -> Void) {
        (self.connection, self.socket, self.idle) = (connection, socket, idle)
        notifier = Notifier(connection)
        names = BusNames(connection, ContractorInterface.names)
    }

    /// - Parameter then: with what keeps it from serving, a sentence; or nil.
    package func start(then: @escaping (_ fault: String?) -> Void) {
        do throws(BusError) {
            object = try BusObject(
                connection, ContractorInterface.path, ContractorInterface.interface,
                in: ContractorInterface.introspection
            ) { [weak self] in self?.take($0) }
        } catch {
            return then(error.message)
        }
        names.request { [weak self] taken in
            self?.settle()
            then(taken.map { "Another program has the name \($0)." })
        }
    }

    /// Calls that come afterwards start the next service.
    package func release(then: @escaping () -> Void) { names.release(then: then) }

    package var isBusy: Bool { looks > 0 || !inquiries.isEmpty || !runs.isEmpty || notifier.isWaiting }

    /// Waits for the next call, or the end.
    private func settle() {
        timer = Source(after: Self.rest) { [weak self] in
            guard let self else { return }
            if isBusy { settle() } else { idle() }
        }
    }

    private func take(_ call: BusCall) {
        settle()
        guard looks + inquiries.count + runs.count < Self.limit else {
            return call.refuse(.limit("\(Self.limit) calls are open. Try again when one is answered."))
        }
        looks += 1
        let (sender, connection) = (call.sender, connection)
        let isLooking = Errand.run {
            Caller(sender, on: connection)
        } then: { [weak self] caller in
            self?.looked(call, caller)
        }
        if !isLooking { looked(call, .sandboxed(app: nil)) }
    }

    private func looked(_ call: BusCall, _ caller: Caller) {
        looks -= 1
        guard caller == .host else {
            return call.refuse(.denied("A sandboxed app shares by io.activityd.Share."))
        }
        switch call.member {
        case "ListAllContracts": listAll(call)
        case "GetContractsByMime": list([call.arguments[0]?.string ?? ""], call)
        case "GetContractsByMimelist": list(call.arguments[0]?.strings ?? [], call)
        case "ExecuteWithUri": execute([call.arguments[1]?.string ?? ""], call)
        default: execute(call.arguments[1]?.strings ?? [], call)
        }
    }

    private func listAll(_ call: BusCall) {
        let locale = Environment.locale.flatMap(LocaleTag.init)
        inquire(call) { inquiry, answer in
            inquiry.all { answer($0?.compactMap { Contract($0, locale) }) }
        }
    }

    private func list(_ types: [String], _ call: BusCall) {
        guard !types.isEmpty, types.allSatisfy({ ContentType($0) != nil }) else {
            return call.refuse(.invalid("Give MIME types, one or more, such as image/png."))
        }
        guard types.count <= Content.maximumItems else {
            return call.refuse(.invalid("Give \(Content.maximumItems) MIME types at most."))
        }
        inquire(call) { inquiry, answer in
            inquiry.listed(types: types, locale: Environment.locale) { answer($0?.compactMap(Contract.init)) }
        }
    }

    private func inquire(
        _ call: BusCall, _ ask: (ActivityInquiry, @escaping ([Contract]?) -> Void) -> Void
    ) {
        let inquiry = ActivityInquiry(socket: socket)
        let key = ObjectIdentifier(inquiry)
        inquiries[key] = inquiry
        ask(inquiry) { [weak self] contracts in
            self?.inquiries[key] = nil
            guard let contracts else { return call.refuse(.failed("The activities cannot be listed.")) }
            call.reply(Contract.reply(contracts))
        }
    }

    private func execute(_ uris: [String], _ call: BusCall) {
        guard !uris.isEmpty, uris.count <= Content.maximumItems else {
            return call.refuse(.invalid("Give from 1 to \(Content.maximumItems) URIs."))
        }
        let run = ContractRun(call, socket: socket, notifier) { [weak self] in
            self?.runs[ObjectIdentifier($0)] = nil
        }
        runs[ObjectIdentifier(run)] = run
        run.start(uris)
    }
}
