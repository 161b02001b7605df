// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import StrictJSON
import Testing
import Varlink

@testable import ActivityInterface

/// Errors come from the wire as cases, and go back byte for byte.
struct CallErrorTests {
    static func interfaces() throws -> [Interface] {
        let served = try Interfaces.load()
        return [served.sheet, served.registry, served.service, try #require(VarlinkService.interface)]
    }

    @Test func everyDeclaredErrorIsACase() throws {
        for interface in try Self.interfaces() {
            for declared in interface.errors {
                guard case .structure(let fields) = declared.type else { continue }
                let members = fields.map { (name: $0.name, value: Self.value(of: $0)) }
                let sent = VarlinkError(interface.name + "." + declared.name, JSON.Object(members))
                let error = CallError(sent)
                if case .other = error { Issue.record("\(sent)") }
                let back = error.varlink(in: interface.name)
                #expect(back.name == sent.name)
                #expect(back.parameters.json.serialized == sent.parameters.json.serialized)
            }
        }
    }

    /// A nullable field is left out, not null.
    @Test func nullsAreLeftOut() {
        let error = CallError.lockedByAdmin(identifier: "a.b", by: nil).varlink(in: Interfaces.registry)
        #expect(error.description == #"io.activityd.Registry.LockedByAdmin {"identifier":"a.b"}"#)
    }

    @Test(
        "What a newer daemon sends stays as it came",
        arguments: [
            VarlinkError("io.activityd.Sheet.Elsewhere", JSON.Object([("reason", "r")])),
            VarlinkError("io.activityd.Sheet.NoSuchUnit", JSON.Object([("name", "u")])),
            VarlinkError("NoSuchUnit", JSON.Object([("unit", "u")])),
        ])
    func unknown(sent: VarlinkError) {
        #expect(CallError(sent) == .other(sent))
        #expect(CallError(sent).varlink(in: Interfaces.sheet) == sent)
    }

    /// A value that fits the field.
    private static func value(of field: Interface.Field) -> JSON {
        var type = field.type
        if case .nullable(let inner) = type { type = inner }
        switch type {
        case .int: return 7
        case .array: return []
        default: return field.name == "code" ? "too-large" : .string("a \"\(field.name)\" ä")
        }
    }
}
