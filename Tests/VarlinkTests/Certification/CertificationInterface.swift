// SPDX-License-Identifier: Apache-2.0

import StrictJSON

/// The interface that tests whether implementations of Varlink agree: each call sends the previous reply, so
/// every type is transferred in both directions.
enum CertificationInterface {
    static let name = "org.varlink.certification"

    static let text = """
        # Every type makes the way there and back.
        interface org.varlink.certification

        type Interface (foo: ?[]?[string](foo, bar, baz), anon: (foo: bool, bar: bool))

        type MyType (
          object: object,
          enum: (one, two, three),
          struct: (first: int, second: string),
          array: []string,
          dictionary: [string]string,
          stringset: [string](),
          nullable: ?string,
          nullable_array_struct: ?[](first: int, second: string),
          interface: Interface
        )

        method Start() -> (client_id: string)
        method Test01(client_id: string) -> (bool: bool)
        method Test02(client_id: string, bool: bool) -> (int: int)
        method Test03(client_id: string, int: int) -> (float: float)
        method Test04(client_id: string, float: float) -> (string: string)
        method Test05(client_id: string, string: string) -> (bool: bool, int: int, float: float, string: string)
        method Test06(client_id: string, bool: bool, int: int, float: float, string: string)
          -> (struct: (bool: bool, int: int, float: float, string: string))
        method Test07(client_id: string, struct: (bool: bool, int: int, float: float, string: string))
          -> (map: [string]string)
        method Test08(client_id: string, map: [string]string) -> (set: [string]())
        method Test09(client_id: string, set: [string]()) -> (mytype: MyType)
        # Answers ten times.
        method Test10(client_id: string, mytype: MyType) -> (string: string)
        # Must be called oneway.
        method Test11(client_id: string, last_more_replies: []string) -> ()
        method End(client_id: string) -> (all_ok: bool)

        error ClientIdError ()
        error CertificationError (wants: object, got: object)

        """

    /// One call of the sequence. `parameters` and `reply` exclude the client's id.
    struct Step {
        let method: String
        let parameters: JSON
        let reply: JSON

        var qualifiedName: String { CertificationInterface.name + "." + method }
    }

    private static let values: JSON = [
        "bool": false, "int": 2, "float": .number(.pi), "string": "a lot of string",
    ]
    private static let map: JSON = ["foo": "Foo", "bar": "Bar"]
    private static let set: JSON = ["one": [:], "two": [:], "three": [:]]
    static let lastReplies = (1...10).map { JSON.string("Reply number \($0)") }

    private static let mytype: JSON = [
        "object": ["method": "org.varlink.certification.Test09", "parameters": ["map": map]],
        "enum": "two",
        "struct": ["first": 1, "second": "2"],
        "array": ["one", "two", "three"],
        "dictionary": map,
        "stringset": set,
        "interface": [
            "foo": [nil, ["foo": "foo", "bar": "bar"], nil, ["one": "foo", "two": "bar"]],
            "anon": ["foo": true, "bar": false],
        ],
    ]

    static let steps = [
        Step(method: "Test01", parameters: [:], reply: ["bool": true]),
        Step(method: "Test02", parameters: ["bool": true], reply: ["int": 1]),
        Step(method: "Test03", parameters: ["int": 1], reply: ["float": 1.0]),
        Step(method: "Test04", parameters: ["float": 1.0], reply: ["string": "ping"]),
        Step(method: "Test05", parameters: ["string": "ping"], reply: values),
        Step(method: "Test06", parameters: values, reply: ["struct": values]),
        Step(method: "Test07", parameters: ["struct": values], reply: ["map": map]),
        Step(method: "Test08", parameters: ["map": map], reply: ["set": set]),
        Step(method: "Test09", parameters: ["set": set], reply: ["mytype": mytype]),
        Step(method: "Test10", parameters: ["mytype": mytype], reply: [:]),
        Step(method: "Test11", parameters: ["last_more_replies": .array(lastReplies)], reply: [:]),
        Step(method: "End", parameters: [:], reply: ["all_ok": true]),
    ]
}

extension JSON {
    /// A canonical form, equal for texts that mean the same to every client: without null members, and with
    /// whole numbers as integers.
    var meaning: JSON {
        switch self {
        case .number(let value): Int(exactly: value).map { .integer($0) } ?? self
        case .array(let elements): .array(elements.map(\.meaning))
        case .object(let object):
            .object(
                Object(object.members.filter { $0.value != .null }.map { ($0.name, $0.value.meaning) }))
        default: self
        }
    }
}
