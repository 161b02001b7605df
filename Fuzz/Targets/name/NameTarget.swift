// SPDX-License-Identifier: Apache-2.0
//
// The short texts inside manifests and requests: content types, locales, arguments with codes, paths,
// identifiers, URIs and digests.

import ActivityModel
import Harness

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let text = String(decoding: input(start, count), as: UTF8.self)
    checkTypes(text)
    if let tag = LocaleTag(text) { check(tag) }
    check(ExecArgument(text, percentCodes: false), of: text)
    check(ExecArgument(text))
    if BundlePath.isInside(text) { checkPath(text) }
    if Identifier.isValid(text) { expect(BundlePath.isInside(text), "\(text) names no folder") }
    _ = (URILocation(text), Digest(text).map { expect($0.description == text, "a digest changes") })
    return 0
}

private func checkTypes(_ text: String) {
    if let type = ContentType(text) {
        expect(ContentType(type.description) == type, "\(type) is another type when it is written and read")
        expect(TypePattern(text) == .exact(type), "\(type) does not name itself")
    }
    guard let pattern = TypePattern(text) else { return }
    expect(TypePattern(pattern.description) == pattern, "\(pattern) is another when it is written and read")
}

private func check(_ tag: LocaleTag) {
    expect(LocaleTag(tag.description) == tag, "\(tag) is another locale when it is written and read")
    expect(tag.candidates.first == tag.description, "\(tag) is not its own best match")
    expect(tag.lookup(in: [tag.description: 1]) == 1, "\(tag) does not find itself")
}

/// Checks that the parts add up to the text, which holds without percent codes.
private func check(_ argument: ExecArgument, of text: String) {
    let again = argument.parts.map { part in
        switch part {
        case .literal(let literal): literal
        case .code(let code): "%\(code)"
        case .answer(let name): "{\(name)}"
        }
    }
    expect(
        again.joined().unicodeScalars.elementsEqual(text.unicodeScalars), "\(argument.parts) is not \(text)")
}

/// Checks that an argument with percent codes survives writing and parsing.
private func check(_ argument: ExecArgument) {
    let again = argument.parts.map { part in
        switch part {
        case .literal(let literal): literal.unicodeScalars.map { $0 == "%" ? "%%" : String($0) }.joined()
        case .code(let code): "%\(code)"
        case .answer(let name): "{\(name)}"
        }
    }
    let parts = ExecArgument(again.joined()).parts
    expect(parts == argument.parts, "\(argument.parts) are \(parts) when they are written and read")
}

private func checkPath(_ path: String) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    expect(parts.allSatisfy { !$0.isEmpty && !$0.contains(0) }, "\(path) has an empty part")
    expect(parts.allSatisfy { !$0.elementsEqual("..".utf8) }, "\(path) goes up")
    expect(BundlePath.folders(of: path).count == parts.count - 1, "a folder of \(path) is missing")
}
