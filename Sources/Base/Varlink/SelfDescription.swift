// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Implements `org.varlink.service` for a service.
final class SelfDescription: InterfaceHandler {
    let interface: Interface
    private var info: JSON.Object
    private var texts: [String: String] = [:]

    /// Returns nil if the text of `org.varlink.service` does not parse, which a test rules out.
    init?(info: JSON.Object, others: [Interface]) {
        guard let interface = VarlinkService.interface else { return nil }
        self.interface = interface
        self.info = info
        let all = [interface] + others
        self.info.set("interfaces", .array(all.map { .string($0.name) }))
        for interface in all { texts[interface.name] = interface.text }
    }

    func handle(_ call: PendingCall) throws(VarlinkError) {
        switch call.method {
        case "GetInfo": call.reply(info)
        case "GetInterfaceDescription":
            guard case .string(let name)? = call.parameters.value("interface") else {
                throw .invalidParameter("interface")
            }
            guard let text = texts[name] else { throw .interfaceNotFound(name) }
            call.reply(JSON.Object([("description", .string(text))]))
        default: throw .methodNotImplemented(interface.name + "." + call.method)
        }
    }
}
