// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite("Reading an interface")
struct InterfaceParsingTests {
    static let everything = """
        # All there is.
        # In two lines.
        interface org.example.every-thing.x2

        # Not above anything.

        # A structure.
        type Thing (
          # Its truth.
          truth: bool, # not a comment of the next
          whole: int,
          real: float,
          words: []string,
          foreign: object,
          whatever: any,
          # Maybe a thing.
          inner: ?Thing,
          kind: (one, two_three, Four),
          flat: [string]string,
          set: [string](),
          deep: ?[]?[string](first: int, second: ?[]Kind)
        )
        type Kind (soft, hard)
        type Nothing ()
        # Does it.
        method Do(thing: Thing, type: string, method: ?int) -> (kind: Kind)
        method Rest()->()
        error Failed (why: string)
        error Plain ()
        """

    @Test("every construct is read, with the comment above it")
    func readsEverything() throws {
        let interface = try Interface(parsing: Self.everything)
        #expect(interface.name == "org.example.every-thing.x2")
        #expect(interface.text == Self.everything)
        #expect(interface.types.map(\.name) == ["Thing", "Kind", "Nothing"])
        #expect(interface.types[0].documentation == "A structure.")
        #expect(interface.methods.map(\.name) == ["Do", "Rest"])
        #expect(interface.methods[0].documentation == "Does it.")
        #expect(interface.methods[0].input.map(\.name) == ["thing", "type", "method"])
        #expect(interface.errors.map(\.name) == ["Failed", "Plain"])
    }

    @Test(
        "other ways to write it are read",
        arguments: [
            "interface a.b", "\n\n# c\ninterface a.b # d\n", "interface a.b\r\nmethod M() -> ()\r\n",
            "interface a.b\nmethod M(a:?int,b:[]int)->(c:[string][]?bool)", "interface a.1",
            "interface xn--a.b-c",
            "interface a.b type A (a: B) type B (b: ?A)", "interface a.b\ntype T (x, y)\n#",
            "interface a.b\nmethod M(int: int, a_b_c: string) -> ()",
        ])
    func accepts(text: String) {
        #expect(throws: Never.self) { try Interface(parsing: text) }
    }

    @Test(
        "what is no interface is refused with its place",
        arguments: [
            ("", 1, 1), ("method M() -> ()", 1, 1), ("interface", 1, 10), ("interface a", 1, 11),
            ("interface 1.a", 1, 11), ("interface a..b", 1, 11), ("interface a.-b", 1, 11),
            ("interface a.b-", 1, 11), ("interface a.b\n\nfoo", 3, 1),
            ("interface a.b\nmethod m() -> ()", 2, 8),
            ("interface a.b\nmethod M()", 2, 11), ("interface a.b\nmethod M() -> (", 2, 16),
            ("interface a.b\nmethod M(a) -> ()", 2, 9), ("interface a.b\nmethod M(a: int,) -> ()", 2, 17),
            ("interface a.b\nmethod M(a: int b: int) -> ()", 2, 17),
            ("interface a.b\nmethod M(a: integer) -> ()", 2, 13),
            ("interface a.b\nmethod M(a: ??int) -> ()", 2, 14),
            ("interface a.b\nmethod M(a: []) -> ()", 2, 15),
            ("interface a.b\nmethod M(_a: int) -> ()", 2, 10),
            ("interface a.b\nmethod M(a_: int) -> ()", 2, 10),
            ("interface a.b\nmethod M(a__b: int) -> ()", 2, 10),
            ("interface a.b\nmethod M(1a: int) -> ()", 2, 10),
            ("interface a.b\nmethod M(a: int, a: int) -> ()", 2, 18),
            ("interface a.b\ntype T (a, b, a)", 2, 15),
            ("interface a.b\ntype T (a, b: int)", 2, 13), ("interface a.b\ntype T int", 2, 8),
            ("interface a.b\ntype T ()\nerror T ()", 3, 7), ("interface a.b\nerror E", 2, 8),
            ("interface a.b\nerror E (a, b)", 2, 9), ("interface a.b\nmethod M(a: Gone) -> ()", 2, 13),
            ("interface a.b\nmethod M(a: [int]string) -> ()", 2, 13),
            ("interface a.b\nmethod M(ä: int) -> ()", 2, 10),
        ])
    func refuses(text: String, line: Int, column: Int) {
        let error = #expect(throws: InterfaceSyntaxError.self) { try Interface(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test("nesting has an end")
    func boundsNesting() {
        let text = "interface a.b\nmethod M(a: \(String(repeating: "[]", count: 10_000))int) -> ()"
        #expect(throws: InterfaceSyntaxError.self) { try Interface(parsing: text) }
    }

    @Test("the standard's own interface is one")
    func readsTheStandard() {
        #expect(VarlinkService.interface?.name == VarlinkService.name)
    }
}
