// SPDX-License-Identifier: Apache-2.0
//
// gettext catalogues. If a catalogue translates a text, it contains both the text and the translation.
// Offsets in its tables never lead outside the catalogue: Swift's bounds checks would crash the target.

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
