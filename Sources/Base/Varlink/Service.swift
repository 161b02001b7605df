// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// Handles the calls of one interface.
package protocol InterfaceHandler: AnyObject {
    var interface: Interface { get }

    /// Replies to the call, or stores it and replies later.
    ///
    /// - Throws: the error to reply with.
    func handle(_ call: PendingCall) throws(VarlinkError)

    /// Finds the reply to a repeated call directly from its text; nil to parse, check and handle the call.
    func knownReply(to frame: [UInt8], from connection: Connection) -> KnownReply?
}

/// A stored reply, and the qualified name of its method.
package typealias KnownReply = (method: String, reply: EncodedReply)

extension InterfaceHandler {
    package func knownReply(to frame: [UInt8], from connection: Connection) -> KnownReply? { nil }
}

/// A set of interfaces under one address, including `org.varlink.service`.
package final class Service {
    final class Route {
        let handler: any InterfaceHandler
        let interface: Interface
        let method: Interface.Method

        init(handler: any InterfaceHandler, interface: Interface, method: Interface.Method) {
            self.handler = handler
            self.interface = interface
            self.method = method
        }

        var qualifiedName: String { interface.name + "." + method.name }
    }

    private var routes: [ExactText: Route] = [:]
    private let interfaceNames: Set<ExactText>
    private let handlers: [any InterfaceHandler]

    /// - Parameter handlers: one per interface; GetInfo lists them in this order, after
    ///   `org.varlink.service`.
    package init(
        vendor: String, product: String, version: String, url: String, handlers: [any InterfaceHandler]
    ) {
        let info = JSON.Object([
            ("vendor", .string(vendor)), ("product", .string(product)), ("version", .string(version)),
            ("url", .string(url)),
        ])
        let itself = SelfDescription(info: info, others: handlers.map(\.interface))
        let all: [any InterfaceHandler] = (itself.map { [$0] } ?? []) + handlers
        interfaceNames = Set(all.map { ExactText($0.interface.name) })
        self.handlers = handlers
        for handler in all {
            let interface = handler.interface
            for method in interface.methods {
                let route = Route(handler: handler, interface: interface, method: method)
                routes[ExactText(route.qualifiedName)] = route
            }
        }
    }

    enum Arrival {
        case call(Call, Route)
        case refused(VarlinkError, Call)
        case malformed
    }

    func knownReply(to frame: [UInt8], from connection: Connection) -> KnownReply? {
        for handler in handlers {
            if let known = handler.knownReply(to: frame, from: connection) { return known }
        }
        return nil
    }

    func receive(_ frame: [UInt8]) -> Arrival {
        guard let call = Call(frame: frame) else { return .malformed }
        do {
            return .call(call, try route(call))
        } catch {
            return .refused(error, call)
        }
    }

    /// Finds the handler of a call and checks its parameters against the interface.
    ///
    /// - Throws: the standard error to reply with.
    private func route(_ call: Call) throws(VarlinkError) -> Route {
        guard let route = routes[ExactText(call.method)] else {
            let interface = call.method.splitAtLastDot.0
            throw interfaceNames.contains(ExactText(interface))
                ? .methodNotFound(call.method) : .interfaceNotFound(interface)
        }
        guard !call.wantsUpgrade else { throw .methodNotImplemented(call.method) }
        try route.interface.check(parameters: call.parameters, of: route.method)
        return route
    }
}

/// Checks of replies and errors against the interface, for assertions in debug builds.
extension Service.Route {
    func accepts(_ reply: JSON.Object) -> Bool {
        (try? interface.check(reply: reply, of: method.name)) != nil
    }

    func accepts(_ reply: EncodedReply) -> Bool {
        guard case .parameters(let object, continues: false)? = Reply(frame: Array(reply.frame.dropLast()))
        else {
            return false
        }
        return accepts(object)
    }

    func accepts(_ error: VarlinkError) -> Bool {
        (try? interface.check(error: error)) != nil
    }
}
