// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Harness
import StrictJSON
@testable import Varlink

/// A service with the daemon's interfaces, and handlers that do nothing.
struct Desk {
    private let service: Service
    private let interfaces: [Interface]

    /// The process's only desk; nil if an interface file is invalid.
    nonisolated(unsafe) static let own = try? Desk()

    private init() throws {
        let (sheet, registry, system) = try Interfaces.load()
        interfaces = [sheet, registry, system]
        service = Service(
            vendor: "", product: "", version: "", url: "", handlers: interfaces.map { Silent($0) })
    }

    private final class Silent: InterfaceHandler {
        let interface: Interface

        init(_ interface: Interface) {
            self.interface = interface
        }

        func handle(_ call: PendingCall) throws(VarlinkError) {}
    }

    func check(_ frame: [UInt8]) {
        switch service.receive(frame) {
        case .call(let call, let route):
            checkWriting(call)
            checkDecoding(call, route)
            checkText(frame, call)
        case .refused(let error, let call):
            check(error, call.isOneway, frame)
            checkText(frame, nil)
        case .malformed:
            expect(Call(frame: frame) == nil, "a call is taken for nonsense")
            checkText(frame, nil)
        }
    }

    private func checkWriting(_ call: Call) {
        var text: [UInt8] = []
        call.serialize(into: &text)
        let again = Call(frame: text)
        expect(again?.parameters == call.parameters, "the parameters change when a call is written and read")
        expect(again?.method == call.method, "the method changes when a call is written and read")
        expect(again?.wantsMore == call.wantsMore && again?.isOneway == call.isOneway, "the kind changes")
    }

    /// Checks that `ListCall`, if it accepts the frame, gives the same result as the tree parser.
    private func checkText(_ frame: [UInt8], _ call: Call?) {
        guard let list = ListCall(frame: frame) else { return }
        expect(call?.method == "io.activityd.Sheet.List", "another call is read as a list")
        let ask = call.flatMap { try? Sheet.ListRequest($0.parameters) }
        let content = ask.flatMap { try? Content($0.content) }
        expect(content?.outline == list.content, "a content has another outline when it is read as a tree")
        var rest = ask
        rest?.content = []
        expect(rest == list.ask, "a call asks something else when it is read as a tree")
    }

    private func check(_ error: VarlinkError, _ isOneway: Bool, _ frame: [UInt8]) {
        guard let call = Call(frame: frame) else { return expect(false, "nonsense is answered") }
        expect(isOneway == call.isOneway, "a call without an answer is given one")
        expect((try? interfaces[0].check(error: error)) != nil, "\(error) is no error of the standard's")
        guard error.name.hasSuffix(".InvalidParameter") else { return }
        let (interface, method) = call.method.splitAtLastDot
        let declared = (interfaces + [VarlinkService.interface].compactMap(\.self))
            .first { $0.name == interface }?.method(method)?.input.map(\.name)
        let names = (declared ?? []) + call.parameters.names
        guard case .string(let name)? = error.parameters.value("parameter") else { return }
        expect(names.contains(name), "the faulty parameter \"\(name)\" is none: \(names)")
    }

    private func checkDecoding(_ call: Call, _ route: Service.Route) {
        let input = route.method.input.map(\.name)
        do {
            try Reading.check(call.parameters, of: route)
        } catch {
            expect(false, "what the interface of \(call.method) \(input) accepts is not read: \(error)")
        }
    }
}
