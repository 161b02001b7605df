// SPDX-License-Identifier: Apache-2.0
//
// JSON and base64. A parsed value survives serialisation, and its first values are found in the text by their
// pointers; a syntax error has the right line and column. Any bytes survive base64, and only one text decodes
// to them.

import Harness
import StrictJSON

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = input(start, count)
    do throws(JSON.SyntaxError) {
        let value = try JSON(parsing: bytes)
        checkWriting(value)
        var finder = Finder(bytes: bytes)
        finder.check(value, at: "")
    } catch {
        check(error, in: bytes)
    }
    checkBase64(bytes)
    return 0
}

private func checkWriting(_ value: JSON) {
    let text = value.serialized
    let again = try? JSON(parsing: text)
    expect(again == value, "it is another value when it is written and parsed")
    expect(again?.serialized == text, "its text changes when it is parsed and written again")
    expect((try? JSON(parsing: value.prettyPrinted))?.serialized == text, "its lines hold another value")
}

private func check(_ fault: JSON.SyntaxError, in bytes: [UInt8]) {
    expect((0...bytes.count).contains(fault.offset), "the fault lies outside the text")
    let before = bytes[..<fault.offset]
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    expect(fault.line == 1 + before.count { $0 == 0x0A }, "the line is wrong")
    expect(fault.column == fault.offset - lineStart + 1, "the column is wrong")
}

private func checkBase64(_ bytes: [UInt8]) {
    expect(Base64.decode(Base64.encode(bytes)) == bytes, "base64 loses bytes")
    let text = String(decoding: bytes, as: UTF8.self)
    guard let decoded = Base64.decode(text) else { return }
    expect(Array(Base64.encode(decoded).utf8) == Array(text.utf8), "the same bytes have two texts")
}
