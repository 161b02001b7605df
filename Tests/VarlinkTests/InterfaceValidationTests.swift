// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@testable import Varlink

@Suite("Holding calls and replies to an interface")
struct InterfaceValidationTests {
    static let interface = Result {
        try Interface(
            parsing: """
                interface org.example.check
                type Item (type: string, size: ?int, more: ?[]Item)
                type Width (compact, regular)
                method Take(
                  content: []Item, count: int, ratio: ?float, flag: ?bool, width: ?Width, kind: ?(a, b),
                  names: ?[string]string, set: ?[string](), foreign: ?object, anything: ?any, holes: ?[]?int
                ) -> (number: int, text: ?string)
                error Failed (reason: string)
                """)
    }

    func check(_ text: String) throws {
        let interface = try Self.interface.get()
        guard case .object(let object) = try JSON(parsing: text), let method = interface.method("Take") else {
            return
        }
        try interface.check(parameters: object, of: method)
    }

    @Test(
        "what the interface allows is accepted",
        arguments: [
            #"{"content":[],"count":0}"#, #"{"count":-9007199254740992,"content":[{"type":"a"}]}"#,
            #"{"content":[{"type":"a","size":null,"more":[{"type":"b"}]}],"count":9007199254740992}"#,
            #"{"content":[],"count":1,"ratio":1,"flag":true,"width":"compact","kind":"b"}"#,
            #"{"content":[],"count":1,"ratio":1.5,"flag":null,"width":null,"kind":null,"names":null}"#,
            #"{"content":[],"count":1,"names":{"a":"b"},"set":{"x":{},"y":{}},"foreign":{"x":[1]}}"#,
            #"{"content":[],"count":1,"anything":[1],"holes":[1,null]}"#,
        ])
    func accepts(parameters: String) {
        #expect(throws: Never.self) { try check(parameters) }
    }

    @Test(
        "what it does not allow is InvalidParameter with the name at the top",
        arguments: [
            ("{}", "content"), (#"{"content":[]}"#, "count"), (#"{"content":[],"count":null}"#, "count"),
            (#"{"content":null,"count":1}"#, "content"), (#"{"content":[],"count":1,"extra":1}"#, "extra"),
            (#"{"content":[],"count":1,"extra":null}"#, "extra"), (#"{"content":{},"count":1}"#, "content"),
            (#"{"content":[{}],"count":1}"#, "content"), (#"{"content":[{"type":1}],"count":1}"#, "content"),
            (#"{"content":[{"type":"a","x":1}],"count":1}"#, "content"),
            (#"{"content":[{"type":"a","more":[{"type":null}]}],"count":1}"#, "content"),
            (#"{"content":[null],"count":1}"#, "content"), (#"{"content":[],"count":1.0}"#, "count"),
            (#"{"content":[],"count":1e3}"#, "count"), (#"{"content":[],"count":9007199254740993}"#, "count"),
            (#"{"content":[],"count":99999999999999999999}"#, "count"),
            (#"{"content":[],"count":"1"}"#, "count"),
            (#"{"content":[],"count":1,"ratio":"x"}"#, "ratio"),
            (#"{"content":[],"count":1,"flag":0}"#, "flag"),
            (#"{"content":[],"count":1,"width":"wide"}"#, "width"),
            (#"{"content":[],"count":1,"kind":1}"#, "kind"),
            (#"{"content":[],"count":1,"names":{"a":1}}"#, "names"),
            (#"{"content":[],"count":1,"names":{"a":null}}"#, "names"),
            (#"{"content":[],"count":1,"set":{"a":{"b":1}}}"#, "set"),
            (#"{"content":[],"count":1,"foreign":[]}"#, "foreign"),
            (#"{"content":[],"count":1,"holes":["x"]}"#, "holes"),
            (#"{"content":[],"count":1,"a/~b":1}"#, "a/~b"),
            (#"{"content":[],"count":1,"\u0301b":1}"#, "\u{301}b"),
            (#"{"content":[{"type":"a","\u0301":1}],"count":1}"#, "content"),
        ])
    func refuses(parameters: String, name: String) {
        let error = #expect(throws: VarlinkError.self) { try check(parameters) }
        #expect(error?.description == VarlinkError.invalidParameter(name).description)
        #expect(error?.cause?.pointer.hasPrefix(JSON.pointer(name)) == true)
    }

    @Test(
        "replies are held to the method's output, with the place of the fault",
        arguments: [
            (#"{"number":1}"#, nil), (#"{"number":1,"text":null}"#, nil), ("{}", "/number"),
            (#"{"number":"1"}"#, "/number"), (#"{"number":1,"other":2}"#, "/other"),
        ] as [(String, String?)])
    func checksReplies(reply: String, pointer: String?) throws {
        let interface = try Self.interface.get()
        let object = try JSON.Object(json: JSON(parsing: reply))
        var found: String?
        do { try interface.check(reply: object, of: "Take") } catch { found = error.pointer }
        #expect(found == pointer)
    }

    @Test("errors are held to their declaration, here or in the standard")
    func checksErrors() throws {
        let interface = try Self.interface.get()
        let reason = JSON.Object([("reason", "x")])
        #expect(throws: Never.self) {
            try interface.check(error: VarlinkError("org.example.check.Failed", reason))
        }
        #expect(throws: Never.self) { try interface.check(error: .permissionDenied) }
        #expect(throws: Never.self) { try interface.check(error: .methodNotFound("a.b.C")) }
        #expect(throws: JSON.Mismatch.self) {
            try interface.check(error: VarlinkError("org.example.check.Failed"))
        }
        #expect(throws: JSON.Mismatch.self) {
            try interface.check(error: VarlinkError("org.example.check.Other"))
        }
        #expect(throws: JSON.Mismatch.self) {
            try interface.check(error: VarlinkError("org.example.other.Failed", reason))
        }
    }
}
