// SPDX-License-Identifier: Apache-2.0
//
// What a gettext catalogue gives for a text stands in it, as does the text, each before a zero or the end; whatever its tables
// say, nothing outside is read.

import Harness

@testable import ForeignPlugIns

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = input(start, count)
    guard let found = MessageCatalogue(bytes)?.translation(of: "Open") else { return 0 }
    expect(!found.isEmpty && !found.utf8.contains(0), "it is not what gettext would give")
    expect(bytes.contains("Open".utf8), "the text is not in it")
    expect(bytes.contains(found.utf8), "\(found) is not in it")
    return 0
}
