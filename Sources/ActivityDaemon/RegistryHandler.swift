// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import ActivityRegistry
import StrictJSON
import Varlink

/// Answers io.activityd.Registry: decodes, asks or changes the registry, encodes.
final class RegistryHandler: InterfaceHandler {
    /// How many descriptions or verdicts one reply holds, where the client takes more than one.
    static let portion = 256

    let interface: Interface
    private let registry: BundleRegistry
    private let authority: Authority
    private let status: () -> Registry.Status

    init(
        interface: Interface, registry: BundleRegistry, authority: Authority,
        status: @escaping () -> Registry.Status
    ) {
        self.interface = interface
        self.registry = registry
        self.authority = authority
        self.status = status
    }

    func handle(_ call: PendingCall) throws(VarlinkError) {
        switch call.method {
        case "Status": call.reply(status().object)
        case "Describe": try describe(call)
        case "Explain": try explain(call)
        case "Check": try check(call)
        default:
            try authority.requireChange(call.connection.peer)
            try change(call)
        }
    }

    // MARK: Reading

    private func describe(_ call: PendingCall) throws(VarlinkError) {
        let snapshot = registry.snapshot
        let bundles = try bundles(call, snapshot)
        send(bundles.map { Registry.Description($0, under: snapshot.elections) }, call) {
            .withoutNulls(["generation": snapshot.generation, "activities": Array($0)])
        }
    }

    private func explain(_ call: PendingCall) throws(VarlinkError) {
        let ask = try decoded(ExplainRequest.self, call)
        let content: Content
        do { content = try Content(ask.content) } catch {
            throw WireError.invalidContent(error, interface: Interfaces.registry)
        }
        let snapshot = registry.snapshot
        let request = Request(
            content: content, exclude: Set(ask.exclude ?? []),
            application: ask.includeOwn == true ? nil : ask.application, elections: snapshot.elections,
            types: snapshot.types)
        let verdicts = try bundles(call, snapshot).map { Registry.Verdict($0.evaluate(request), of: $0) }
        send(verdicts, call) { .withoutNulls(["verdicts": Array($0)]) }
    }

    /// Every bundle, or those of the one identifier that the call names.
    private func bundles(_ call: PendingCall, _ snapshot: Snapshot) throws(VarlinkError) -> [Bundle] {
        guard case .string(let identifier)? = call.parameters.value("identifier") else {
            return snapshot.bundles
        }
        let bundles = snapshot.bundles(identifier)
        guard !bundles.isEmpty else {
            throw WireError.noSuchActivity(identifier, interface: Interfaces.registry)
        }
        return bundles
    }

    /// In one reply, or in portions, each when the client has taken the one before.
    private func send<Element>(
        _ elements: [Element], _ call: PendingCall, _ reply: @escaping (ArraySlice<Element>) -> JSON.Object
    ) {
        guard call.wantsMore else { return call.reply(reply(elements[...])) }
        var rest = elements[...]
        func next() {
            while call.isOpen {
                let portion = rest.prefix(Self.portion)
                rest = rest.dropFirst(Self.portion)
                if rest.isEmpty { return call.reply(reply(portion)) }
                call.stream(reply(portion))
                if !call.isWritable { return }
            }
        }
        call.onWritable = next
        next()
    }

    private func check(_ call: PendingCall) throws(VarlinkError) {
        let files = try files(call)
        do {
            try registry.check(files) { call.reply(.withoutNulls(["diagnostics": $0])) }
        } catch {
            throw WireError.change(error)
        }
    }

    // MARK: Changing

    private func change(_ call: PendingCall) throws(VarlinkError) {
        do {
            switch call.method {
            case "Register": try register(call)
            case "Unregister":
                let identifier: String = try read("identifier", call)
                try answer(call, registry.unregister(identifier))
            case "Elect":
                let identifier: String = try read("identifier", call)
                let lock: Bool? = try read("lock", call)
                try answer(call, registry.elect(identifier, try read("election", call), lock: lock ?? false))
            case "Arrange": try answer(call, registry.arrange(try read("identifiers", call)))
            default: throw VarlinkError.methodNotImplemented("\(Interfaces.registry).\(call.method)")
            }
        } catch let error as ChangeFault {
            throw WireError.change(error)
        } catch let error as VarlinkError {
            throw error
        } catch {
            throw .methodNotImplemented("\(Interfaces.registry).\(call.method)")
        }
    }

    private func answer(_ call: PendingCall, _ generation: Int) {
        call.reply(.withoutNulls(["generation": generation]))
    }

    private func register(_ call: PendingCall) throws {
        let files = try files(call)
        let mayInstallPrograms = authority.mayInstallPrograms(call.connection.peer)
        try registry.register(files, programs: mayInstallPrograms) { result in
            switch result {
            case .success(let registered):
                call.reply(
                    .withoutNulls([
                        "identifier": registered.identifier, "generation": registered.generation,
                        "diagnostics": registered.diagnostics,
                    ]))
            case .failure(let fault): call.fail(WireError.change(fault))
            }
        }
    }

    private func files(_ call: PendingCall) throws(VarlinkError) -> [BundleFile] {
        let files: [Registry.File] = try read("files", call)
        var bundle: [BundleFile] = []
        for file in files {
            guard let bytes = Base64.decode(file.data) else { throw .invalidParameter("files") }
            bundle.append(BundleFile(path: file.path, bytes: bytes, isExecutable: file.executable ?? false))
        }
        return bundle
    }

    private func read<Value: JSONConvertible>(_ name: String, _ call: PendingCall) throws(VarlinkError)
        -> Value
    {
        do { return try call.parameters.read(name) } catch { throw .invalidParameter(name) }
    }
}

private struct ExplainRequest: JSONObjectConvertible {
    let content: [Item]
    let exclude: [String]?
    let includeOwn: Bool?
    let application: String?

    init(_ object: JSON.Object) throws(JSON.Mismatch) {
        content = try object.read("content")
        exclude = try object.read("exclude")
        includeOwn = try object.read("includeOwn")
        application = try object.read("application")
    }

    var object: JSON.Object {
        .withoutNulls([
            "content": content, "exclude": exclude, "includeOwn": includeOwn, "application": application,
        ])
    }
}
