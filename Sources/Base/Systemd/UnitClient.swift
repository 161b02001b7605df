// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// The client of the user's service manager, over its bus or its own socket (org.freedesktop.systemd1(5)).
///
/// Over the bus a unit is held in the manager's memory by this very connection, so that its result can be
/// read. At its own socket the manager holds no units; there a unit that is over stays until it is
/// dismissed, except a stopped one, whose end only the last signal tells.
package final class UnitClient {
    private static let name = "org.freedesktop.systemd1"
    private static let itself = Bus.Address(
        destination: name, path: "/org/freedesktop/systemd1", interface: name + ".Manager")

    /// Called when a job of a unit is done, with the unit's name.
    package var onJobRemoved: ((_ unit: String) -> Void)?
    private let bus: Bus
    private var jobs: Bus.Subscription?

    package init(_ bus: Bus) {
        self.bus = bus
    }

    /// Asks to be told of what happens to units. To be called first.
    ///
    /// - Parameter answer: given the reason where there is no manager, or none that answers.
    package func subscribe(_ answer: @escaping (BusError?) -> Void) {
        do throws(SystemdError) {
            jobs = try bus.subscribe(Self.itself, "JobRemoved") { [weak self] message in
                message.skip("uo")
                if let unit = message.text() { self?.onJobRemoved?(unit) }
            }
        } catch {
            return answer(BusError(error))
        }
        bus.call(Self.itself, "Subscribe") { answer($0.failure) }
    }

    /// Asks for a service to be started, whose result is kept.
    ///
    /// - Parameter answer: given the reason where that is refused; else `onJobRemoved` tells when it was
    ///   tried.
    package func start(_ service: TransientService, _ answer: @escaping (BusError?) -> Void) {
        var service = service
        if !bus.isDirect {
            service.properties += [.text("CollectMode", "inactive-or-failed"), .flag("AddRef", true)]
        } else if service.keepsResult {
            service.properties.append(.flag("RemainAfterExit", true))
        }
        bus.call(Self.itself, "StartTransientUnit", service.write) { answer($0.failure) }
    }

    /// Asks for a unit to be stopped, as its settings say.
    package func stop(_ unit: String, _ answer: @escaping (BusError?) -> Void) {
        call(Self.itself, "StopUnit", [unit, "replace"]) { answer($0.failure) }
    }

    /// Keeps a unit in the manager's memory as long as this connection lasts.
    package func reference(_ unit: String, _ answer: @escaping (BusError?) -> Void) {
        guard !bus.isDirect else { return answer(nil) }
        call(Self.itself, "RefUnit", [unit]) { answer($0.failure) }
    }

    /// Lets the manager forget a unit.
    package func release(_ unit: String) {
        guard !bus.isDirect else { return }
        call(Self.itself, "UnrefUnit", [unit]) { _ in }
    }

    /// Answers when the manager has done all that it was asked for before, or is gone.
    package func whenDone(_ answer: @escaping () -> Void) {
        let peer = Bus.Address(
            destination: Self.name, path: Self.itself.path, interface: "org.freedesktop.DBus.Peer")
        bus.call(peer, "Ping") { _ in answer() }
    }

    /// Takes away what stays of a unit that is over, when its result was read.
    package func dismiss(_ unit: String, _ state: UnitState) {
        if state.phase == "exited" { stop(unit) { _ in } }
        guard bus.isDirect, state.phase == "failed" else { return }
        call(Self.itself, "ResetFailedUnit", [unit]) { _ in }
    }

    /// Calls `handler` whenever something about a unit may have changed, with how its main process ended
    /// where that is told, for as long as the returned value lives.
    package func watch(
        _ unit: String, _ handler: @escaping (ProcessEnd?) -> Void
    ) throws(SystemdError) -> Bus.Subscription {
        let properties = Self.object(unit, "org.freedesktop.DBus.Properties")
        return try bus.subscribe(properties, "PropertiesChanged") { message in
            let isService = message.text() == Self.name + ".Service"
            handler(isService ? UnitState.mainEnd(message.properties()) : nil)
        }
    }

    /// Asks how a service is.
    package func state(of unit: String, _ answer: @escaping (Result<UnitState, BusError>) -> Void) {
        var phase = ""
        var hasJob = false
        // The process last: where nothing is to be done and it is over, that is the last word.
        let properties = Self.object(unit, "org.freedesktop.DBus.Properties")
        call(properties, "Get", [Self.name + ".Unit", "Job"]) { reply in
            if case .success(let message) = reply { hasJob = message.numberOfStructure("uo") ?? 0 > 0 }
        }
        call(properties, "Get", [Self.name + ".Unit", "SubState"]) { reply in
            if case .success(let message) = reply, case .text(let text)? = message.variant() { phase = text }
        }
        call(properties, "GetAll", [Self.name + ".Service"]) { reply in
            answer(reply.map { UnitState(phase: phase, hasJob: hasJob, $0.properties()) })
        }
    }

    private func call(
        _ object: Bus.Address, _ method: String, _ arguments: [String],
        _ answer: @escaping (Result<BusReply, BusError>) -> Void
    ) {
        bus.call(
            object, method,
            { message throws(SystemdError) in
                for argument in arguments { try message.append(argument) }
            }, answer)
    }

    private static func object(_ unit: String, _ interface: String) -> Bus.Address {
        var path: UnsafeMutablePointer<CChar>?
        sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit, &path)
        defer { free(path) }
        return Bus.Address(
            destination: name, path: path.map { String(cString: $0) } ?? "/", interface: interface)
    }
}

extension Result where Failure == BusError {
    fileprivate var failure: BusError? { if case .failure(let error) = self { error } else { nil } }
}
