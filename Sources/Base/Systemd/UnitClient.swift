// SPDX-License-Identifier: Apache-2.0

import CSystemd
import Glibc

/// The client of the user's service manager, over its bus or its own socket (org.freedesktop.systemd1(5)).
///
/// On the bus, this connection's reference keeps a unit in the manager's memory, so that its result can be
/// read. At its own socket the manager counts no references; there a finished unit with `keepsResult` stays
/// until it is dismissed, unless it was stopped: then only the last signal reports its end.
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

    /// Subscribes to the manager's signals. Must be called first.
    ///
    /// - Parameter answer: receives nil, or the error if the manager is missing or does not answer.
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

    /// Requests the start of a service. Its result is kept as long as this connection references it, or
    /// without a bus, if it so requests, until it is dismissed.
    ///
    /// - Parameter answer: receives the error if the manager refuses; otherwise `onJobRemoved` reports the
    ///   end of the attempt.
    package func start(_ service: TransientService, _ answer: @escaping (BusError?) -> Void) {
        var service = service
        if !bus.isDirect {
            service.properties += [.text("CollectMode", "inactive-or-failed"), .flag("AddRef", true)]
        } else if service.keepsResult {
            service.properties.append(.flag("RemainAfterExit", true))
        }
        bus.call(Self.itself, "StartTransientUnit", service.write) { answer($0.failure) }
    }

    /// Requests the stop of a unit, by its own settings.
    package func stop(_ unit: String, _ answer: @escaping (BusError?) -> Void) {
        call(Self.itself, "StopUnit", [unit, "replace"]) { answer($0.failure) }
    }

    /// Keeps a unit in the manager's memory as long as this connection lasts; without a bus, does nothing.
    package func reference(_ unit: String, _ answer: @escaping (BusError?) -> Void) {
        guard !bus.isDirect else { return answer(nil) }
        call(Self.itself, "RefUnit", [unit]) { answer($0.failure) }
    }

    /// Drops the reference to a unit, so that the manager may unload it.
    package func release(_ unit: String) {
        guard !bus.isDirect else { return }
        call(Self.itself, "UnrefUnit", [unit]) { _ in }
    }

    /// Calls back when the manager has handled all earlier requests, or is gone.
    package func whenDone(_ answer: @escaping () -> Void) {
        let peer = Bus.Address(
            destination: Self.name, path: Self.itself.path, interface: "org.freedesktop.DBus.Peer")
        bus.call(peer, "Ping") { _ in answer() }
    }

    /// Removes a finished unit whose result was read.
    package func dismiss(_ unit: String, _ state: UnitState) {
        if state.phase == "exited" { stop(unit) { _ in } }
        guard bus.isDirect, state.phase == "failed" else { return }
        call(Self.itself, "ResetFailedUnit", [unit]) { _ in }
    }

    /// Calls `handler` whenever a unit may have changed, with its main process's exit if the signal contains
    /// it, as long as the returned value lives.
    package func watch(
        _ unit: String, _ handler: @escaping (ProcessEnd?) -> Void
    ) throws(SystemdError) -> Bus.Subscription {
        let properties = Self.object(unit, "org.freedesktop.DBus.Properties")
        return try bus.subscribe(properties, "PropertiesChanged") { message in
            let isService = message.text() == Self.name + ".Service"
            handler(isService ? UnitState.mainEnd(message.properties()) : nil)
        }
    }

    package func state(of unit: String, _ answer: @escaping (Result<UnitState, BusError>) -> Void) {
        var phase = ""
        var hasJob = false
        // The process last: if there is no job and the process has ended, that is final.
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
