// SPDX-License-Identifier: Apache-2.0
//
// The parser of .varlink files. An accepted interface survives writing and parsing, and values generated from
// a method's types are accepted as its parameters and its reply. A syntax error is at a line of the text.

import Harness
import StrictJSON
@testable import Varlink

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let text = String(decoding: input(start, count), as: UTF8.self)
    do throws(InterfaceSyntaxError) {
        let interface = try Interface(parsing: text)
        checkWriting(interface, text)
        checkReferences(interface)
        for method in interface.methods { check(method, of: interface) }
    } catch {
        let lines = text.utf8.count { $0 == 0x0A } + 1
        expect((1...lines).contains(error.line) && error.column > 0, "the fault lies outside the text")
    }
    return 0
}

private func checkWriting(_ interface: Interface, _ text: String) {
    expect(interface.text == text, "the text that is served is another one")
    let written = interface.written
    let again = try? Interface(parsing: written)
    expect(again?.written == written, "it means something else when it is written and read: \(written)")
}

private func checkReferences(_ interface: Interface) {
    let names = interface.types.map(\.name) + interface.methods.map(\.name) + interface.errors.map(\.name)
    expect(Set(names).count == names.count, "a name comes twice")
    for type in interface.references {
        guard case .named(let name, let index) = type else { continue }
        expect(interface.types.indices.contains(index), "\(name) is declared nowhere")
        expect(interface.types[index].name == name, "\(name) is taken for another type")
    }
}

private func check(_ method: Interface.Method, of interface: Interface) {
    var (inputs, outputs) = (Sampler(interface), Sampler(interface))
    if let sample = inputs.object(method.input) {
        expect((try? interface.check(parameters: sample, of: method)) != nil, "\(sample) is refused")
    }
    if let sample = outputs.object(method.output) {
        expect((try? interface.check(reply: sample, of: method.name)) != nil, "\(sample) is refused")
    }
}
