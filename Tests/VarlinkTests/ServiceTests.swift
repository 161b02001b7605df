// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import Varlink

@Suite("A service")
struct ServiceTests {
    func answer(_ frame: String) throws -> String {
        let rig = try Rig()
        let wire = try rig.connect()
        wire.send(frame)
        return try rig.frame(for: wire)
    }

    @Test("GetInfo says who made it and what it offers")
    func describesItself() throws {
        #expect(
            try answer(#"{"method":"org.varlink.service.GetInfo"}"#)
                == #"{"parameters":{"vendor":"Example","product":"Test","version":"1","#
                + #""url":"https://example.org","interfaces":["org.varlink.service","org.example.test"]}}"#)
    }

    @Test(
        "GetInterfaceDescription gives the very text", arguments: ["org.example.test", "org.varlink.service"])
    func givesTheText(interface: String) throws {
        let frame = try answer(
            #"{"method":"org.varlink.service.GetInterfaceDescription","#
                + #""parameters":{"interface":"\#(interface)"}}"#
        )
        let text = interface == VarlinkService.name ? VarlinkService.text : TestHandler.text
        guard case .object(let reply) = try JSON(parsing: frame) else { return #expect(Bool(false)) }
        #expect(reply.value("parameters") == ["description": .string(text)])
    }

    @Test(
        "what is not there is said to be missing, by the standard's errors",
        arguments: [
            (#"{"method":"org.example.gone.Method"}"#, "InterfaceNotFound", "interface", "org.example.gone"),
            (#"{"method":"Method"}"#, "InterfaceNotFound", "interface", ""),
            (#"{"method":"org.example.test.Gone"}"#, "MethodNotFound", "method", "org.example.test.Gone"),
            (
                #"{"method":"org.example.test.Fail","upgrade":true}"#, "MethodNotImplemented", "method",
                "org.example.test.Fail"
            ),
            (#"{"method":"org.example.test.Echo"}"#, "InvalidParameter", "parameter", "text"),
            (
                #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"a.b"}}"#,
                "InterfaceNotFound", "interface", "a.b"
            ),
            (
                #"{"method":"org.varlink.service.GetInfo","parameters":{"x":1}}"#, "InvalidParameter",
                "parameter", "x"
            ),
        ])
    func refuses(frame: String, error: String, name: String, value: String) throws {
        #expect(
            try answer(frame)
                == #"{"error":"org.varlink.service.\#(error)","parameters":{"\#(name)":"\#(value)"}}"#)
    }
}
