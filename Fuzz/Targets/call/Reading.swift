// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import ActivityModel
import Harness
import ModelChecks
import StrictJSON
@testable import Varlink

/// Decodes a call's parameters as the daemon's handlers do.
enum Reading {
    static func check(_ parameters: JSON.Object, of route: Service.Route) throws(JSON.Mismatch) {
        switch route.method.name {
        case "List": check(try same(Sheet.ListRequest.self, parameters, route))
        case "Perform": check(try same(Sheet.PerformRequest.self, parameters, route).content)
        case "Follow", "Cancel": _ = try same(Sheet.UnitRequest.self, parameters, route)
        case "Explain": check(try parameters.read("content") as [Item])
        case "Register", "Check": check(try parameters.read("files") as [Registry.File])
        case "Elect": _ = try parameters.read("election") as Election
        default: break
        }
    }

    /// Decodes a request, and checks that it survives writing and decoding, and still satisfies the
    /// interface.
    private static func same<Request: JSONObjectConvertible & Equatable>(
        _: Request.Type, _ parameters: JSON.Object, _ route: Service.Route
    ) throws(JSON.Mismatch) -> Request {
        let request = try Request(parameters)
        expect((try? Request(request.object)) == request, "a request changes when it is written and read")
        let isHeld = (try? route.interface.check(parameters: request.object, of: route.method)) != nil
        expect(isHeld, "a request that was accepted is refused when it is written again")
        return request
    }

    private static func check(_ request: Sheet.ListRequest) {
        check(request.content)
        for own in request.include ?? [] {
            checkRules(own.title, locale: nil, identifier: own.identifier, vendor: nil, product: nil)
        }
    }

    private static func check(_ items: [Item]) {
        let content: Content
        do {
            content = try Content(items)
        } catch {
            if case .invalid(let item, let reason) = error {
                expect(item == 0 || items.indices.contains(item), "the faulty item \(item) is none")
                expect(!reason.isEmpty, "no reason is given")
            }
            return
        }
        for bundle in Bundle.samples { ModelChecks.check(bundle, content) }
    }

    private static func check(_ files: [Registry.File]) {
        for file in files where BundlePath.isInside(file.path) {
            let parts = file.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let isInside = parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual("..".utf8) }
            expect(isInside, "\(file.path) leaves the bundle")
            expect(BundlePath.folders(of: file.path).count == parts.count - 1, "a folder is missing")
        }
    }
}
