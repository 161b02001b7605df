// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import TestSupport
import Testing

@testable import ForeignPlugIns

/// Catalogues written by msgfmt(1), and damaged ones.
struct MessageCatalogueTests {
    private let scratch = Scratch()

    /// - Parameter options: for msgfmt.
    private func catalogue(_ options: [String] = []) throws -> [UInt8] {
        Files.write(
            scratch("de.po"),
            """
            msgid ""
            msgstr "Content-Type: text/plain; charset=UTF-8\\n"

            msgid "_Compress"
            msgstr "_Packen und prüfen"

            msgid "%d file"
            msgid_plural "%d files"
            msgstr[0] "%d Datei"
            msgstr[1] "%d Dateien"

            msgctxt "menu"
            msgid "Extract"
            msgstr "Nicht dies"

            """)
        let vector = ["msgfmt"] + options + ["--output-file=" + scratch("de.mo"), scratch("de.po")]
        let child = try Spawn.start("/usr/bin/msgfmt", vector.map { Array($0.utf8) }, environment: [:]) { _ in
        }
        var status: Int32 = -1
        waitpid(child, &status, 0)
        try #require(status == 0)
        return Files.read(scratch("de.mo"))
    }

    @Test(arguments: [[], ["--endianness=big"], ["--no-hash"]])
    func textsAreFoundInWhatMsgfmtWrites(_ options: [String]) throws {
        let catalogue = try #require(MessageCatalogue(try catalogue(options)))
        #expect(catalogue.translation(of: "_Compress") == "_Packen und prüfen")
        #expect(catalogue.translation(of: "%d file") == "%d Datei")
        #expect(catalogue.translation(of: "Extract") == nil)
        #expect(catalogue.translation(of: "") == nil)
    }

    /// Catalogues cut at each byte, and with each byte of head and tables inverted, are read without a crash,
    /// whether or not the text is found.
    @Test func damagedCataloguesAreReadWithoutHarm() throws {
        let whole = try catalogue()
        for length in whole.indices {
            let found = MessageCatalogue(Array(whole[..<length]))?.translation(of: "_Compress")
            #expect(found == nil || found == "_Packen und prüfen")
        }
        for position in whole.indices {
            var bytes = whole
            bytes[position] ^= 0xFF
            _ = MessageCatalogue(bytes)?.translation(of: "_Compress")
        }
        #expect(MessageCatalogue([]) == nil)
        #expect(MessageCatalogue(Array("[Desktop Entry]\n".utf8)) == nil)
    }

    /// 20,000 texts that share the same four megabytes.
    @Test func longTextsAreNotReadToTheirEnds() throws {
        let (count, length) = (20_000, 4 << 20 - 400_000)
        func bytes(_ words: [Int]) -> [UInt8] {
            words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
        }
        let table = Array(repeating: [length, 28 + count * 8], count: count).flatMap(\.self)
        let whole =
            bytes([0x9504_12DE, 0, count, 28, 28, 0, 0] + table)
            + Array(repeating: UInt8(ascii: "a"), count: length)
        var found: String?
        let time = try ProcessorTime.of {
            found = try #require(MessageCatalogue(whole)).translation(of: "aaaa")
        }
        #expect(found == nil)
        #expect(time < .seconds(5), "\(time)")
    }

    private func contract(_ text: String, language: String = "de_AT.UTF-8") throws -> Translation {
        Files.write(
            scratch("data/contractor/pack.contract"),
            "[Contractor Entry]\nName=_Compress\nMimeType=image;\nExec=record %U\n" + text)
        return try Translation("contracts", data: scratch("data"), scratch, language: language)
    }

    @Test(arguments: ["Gettext-Domain", "X-Ubuntu-Gettext-Domain", "X-GNOME-Gettext-Domain"])
    func aContractBorrowsTranslations(_ key: String) throws {
        let path = scratch("data/locale/de/LC_MESSAGES/packer.mo")
        Files.write(path, try catalogue())
        let translation = try contract("\(key)=packer\n")
        #expect(translation.text("contract.pack", "title") == "\"Compress\"")
        #expect(translation.text("contract.pack", "titles") == #"{"de":"Packen und prüfen"}"#)
        #expect(translation.sources.contains(path))
        #expect(translation.sources.contains(scratch("data/locale/de_AT/LC_MESSAGES/packer.mo")))
    }

    @Test func aContractDoesWithoutACatalogueThatIsNone() throws {
        let path = scratch("data/locale/de/LC_MESSAGES/packer.mo")
        Files.write(path, try catalogue())
        truncate(path, 100 << 20)
        #expect(try contract("Gettext-Domain=packer\n").text("contract.pack", "titles") == nil)
        Files.erase(scratch("out-contracts"))
        #expect(try contract("Gettext-Domain=../packer\n").text("contract.pack", "titles") == nil)
        Files.erase(scratch("out-contracts"))
        #expect(try contract("Gettext-Domain=\nX-GNOME-Gettext-Domain=packer\n").manifests.count == 1)
    }
}
