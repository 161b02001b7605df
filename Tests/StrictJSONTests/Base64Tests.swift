// SPDX-License-Identifier: Apache-2.0

import StrictJSON
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test(
        "the test vectors of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test("every byte survives, at every place in a group")
    func allBytes() {
        for shift in 0..<3 {
            let bytes = [UInt8](repeating: 7, count: shift) + Array(0...255)
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
        #expect(Base64.encode([0xFB, 0xEF, 0xFF]) == "++//")
    }

    @Test(
        "a text that encode would not have written is refused",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zm9v\n", " Zm9v", "Zm9v====", "Zg==Zg==", "Z=g=",
            "Zm9-", "Zm_v", "Zm9é", "Zh==", "Zm9=", "Zm9w=",
        ])
    func strict(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
