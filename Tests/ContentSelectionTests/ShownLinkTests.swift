// SPDX-License-Identifier: Apache-2.0

import ContentSelection
import Testing

@Suite("Addresses as a sheet shows them")
struct ShownLinkTests {
    @Test(
        "A host is where the link leads, whatever stands before it",
        arguments: [
            ("https://example.org/a?b#c", "example.org"), ("HTTPS://Example.ORG:8443", "example.org:8443"),
            ("https://ada:secret@example.org/", "example.org"),
            ("https://accounts.bank.example@evil.example/", "evil.example"),
            ("https://a@b@evil.example", "evil.example"),
            // Browsers end the host at a backslash.
            (#"https://evil.example\@bank.example/"#, "evil.example"),
            ("https://bank.example\t\n.evil.example/", "bank.example.evil.example"),
            ("https:/evil.example/x", "evil.example"), ("https:evil.example", "evil.example"),
            ("https://[::1]:80/", "[::1]:80"), ("https://[::1]", "[::1]"),
            // A Cyrillic letter, and a German one.
            ("https://b\u{430}nk.example/", "xn--bnk-6cd.example"),
            ("https://bücher.example:81", "xn--bcher-kva.example:81"),
            ("https://b%C3%BCcher.example", "xn--bcher-kva.example"),
            ("https://%65vil.example", "evil.example"), ("https://a%2Fbank.example", "a%2Fbank.example"),
            ("https://a\u{202E}b c%00.example/", "a%E2%80%AEb%20c%00.example"),
            ("https://a\u{1}b.example/", "a%01b.example"),
            ("sftp://ada@host/x", "host"), ("mailto:ada@example.org", nil), ("tel:+491", nil),
            ("https://", nil), ("x-unknown:/a@b", nil),
        ] as [(String, String?)])
    func hosts(uri: String, host: String?) {
        #expect(ShownLink(uri).host == host)
    }

    @Test(
        "The address is whole, but for user and password",
        arguments: [
            ("https://ada:secret@example.org:81/a b?c@d#e", "https://example.org:81/a b?c@d#e"),
            ("mailto:ada@example.org", "mailto:ada@example.org"),
            ("https://example.org", "https://example.org"),
            ("ftp://:secret@host", "ftp://host"),
            ("sip:alice:secret@gw:5060;transport=tcp", "sip:alice@gw:5060;transport=tcp"),
            ("SIPS:alice:se:cret@gw?x=@bank", "SIPS:alice@gw?x=@bank"), ("sip:alice@gw", "sip:alice@gw"),
            ("sip:gw:5060", "sip:gw:5060"),
        ])
    func addresses(uri: String, text: String) {
        #expect(ShownLink(uri).text == text)
    }
}
