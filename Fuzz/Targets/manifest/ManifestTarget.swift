// SPDX-License-Identifier: Apache-2.0
//
// Manifests. Every diagnostic has a message, and its pointer, if any, leads to a value in the file if that is
// JSON. An accepted manifest survives writing and parsing, gets the right verdict on sample contents, and
// names no path outside its bundle; its accepted titles fit their boxes.

import ActivityModel
import Harness
import ModelChecks
import StrictJSON

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(start: UnsafePointer<UInt8>?, count: Int) -> CInt {
    let bytes = input(start, count)
    for isSystem in [false, true] {
        let decoder = ManifestDecoder(isSystem: isSystem, folder: nil)
        let result = decoder.decode(bytes)
        check(result.diagnostics, in: bytes)
        guard !result.diagnostics.hasErrors else { continue }
        checkWriting(result.manifest, decoder)
        check(result.manifest)
    }
    return 0
}

private func check(_ diagnostics: [Diagnostic], in bytes: [UInt8]) {
    expect(diagnostics == diagnostics.errorsFirst, "a warning comes before an error")
    expect((try? [Diagnostic](json: diagnostics.json)) == diagnostics, "a complaint changes on its way")
    expect(diagnostics.bounded.count <= [Diagnostic].maximumCount, "there are too many complaints")
    let isJSON = (try? JSON(parsing: bytes)) != nil
    for diagnostic in diagnostics {
        expect(!diagnostic.message.isEmpty, "\(diagnostic.rule) says nothing")
        guard isJSON, let pointer = diagnostic.pointer else { continue }
        expect(JSON.extent(of: pointer, in: bytes) != nil, "\(pointer) is nowhere in the manifest")
    }
}

private func checkWriting(_ manifest: Manifest, _ decoder: ManifestDecoder) {
    let again = decoder.decode(manifest.json.serialized)
    expect(!again.diagnostics.hasErrors, "what was accepted is refused: \(again.diagnostics)")
    expect(again.manifest == manifest, "\(again.manifest) is not \(manifest)")
}

private func check(_ manifest: Manifest) {
    let bundle = Bundle(of: manifest)
    for content in Content.samples { ModelChecks.check(bundle, content) }
    for (locale, title) in [(nil, manifest.title)] + manifest.titles.map({ (LocaleTag($0), $1) }) {
        checkRules(
            title, locale: locale, identifier: manifest.identifier, vendor: manifest.vendor,
            product: manifest.product)
    }
    for path in manifest.ownPrograms.map(\.path) + (manifest.isActivity ? [manifest.icon] : []) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let isInside = parts.allSatisfy { !$0.isEmpty && !$0.elementsEqual("..".utf8) }
        expect(isInside, "\(path) leaves the bundle")
    }
}
