// SPDX-License-Identifier: Apache-2.0

import ActivityInterface
import Host
import StrictJSON
import TestSupport
import Testing

@testable import BrowserHost

/// The files shipped for browsers, as far as they can be tested without one.
struct BrowserExtensionTests {
    private static let integration = Checkout.path + "/Integrations/Browsers/"

    private func members(_ file: String) throws -> JSON.Object {
        guard case .object(let object) = try JSON(parsing: Files.read(Self.integration + file)) else {
            throw PrivateBus.Failure(reason: file)
        }
        return object
    }

    /// The identifier that Chromium makes of "key": half a digest, in letters from a to p.
    @Test func theManifestsNameTheExtensionAndTheProgram() throws {
        let manifest = try members("extension/manifest.json")
        guard case .string(let key)? = manifest.value("key"), let bytes = Base64.decode(key) else {
            throw PrivateBus.Failure(reason: "no key")
        }
        var digest = SHA256()
        digest.update(bytes)
        let letters = digest.finish().prefix(16).flatMap { [97 + $0 >> 4, 97 + $0 & 15] }
        #expect(
            BrowserExtension.chromium == "chrome-extension://\(String(decoding: letters, as: UTF8.self))/")
        #expect(try members("chromium.json").value("allowed_origins") == [.string(BrowserExtension.chromium)])
        #expect(
            try members("firefox.json").value("allowed_extensions") == [.string(BrowserExtension.firefox)])
        for file in ["chromium.json", "firefox.json"] {
            #expect(try members(file).value("name") == "io.activityd.share")
            #expect(try members(file).value("path") == "/usr/libexec/activityd/activity-share-host")
        }
        #expect(
            Files.text(Self.integration + "extension/manifest.json").contains(
                #""id": "\#(BrowserExtension.firefox)""#))
    }

    @Test func theExtensionHasTheProgramsVersion() throws {
        #expect(try members("extension/manifest.json").value("version") == .string(Version.current))
    }

    /// Chromium cuts a longer description, and refuses a key that is missing.
    @Test func itSpeaksTenLanguages() throws {
        let locales = Files.names(in: Self.integration + "extension/_locales")
        #expect(locales.count == 10)
        let english = try members("extension/_locales/en/messages.json")
        for locale in locales {
            let words = try members("extension/_locales/\(locale)/messages.json")
            #expect(words.names == english.names, "\(locale)")
            guard case .object(let entry)? = words.value("description"),
                case .string(let text)? = entry.value("message")
            else {
                throw PrivateBus.Failure(reason: locale)
            }
            #expect(text.count <= 132, "\(locale)")
            #expect(locale == "en" || words.value("sharePage") != english.value("sharePage"), "\(locale)")
        }
    }
}
