// SPDX-License-Identifier: Apache-2.0

/// Where a page comes from, as the browser says it: `https://example.org`, `http://localhost:8000`.
///
/// The sheet shows it, so that a person knows who asks. It cannot be made to look like another: browsers serialise hosts in
/// ASCII (IDNs as `xn--…`), anything else is refused, and of a long name the end is kept, which is the part that was
/// registered.
struct PageOrigin {
    /// In characters: what fits above a sheet.
    private static let longestHeading = 40
    private static let longest = 300

    let heading: String

    init(_ text: String) throws(HostError) {
        guard text.utf8.count <= Self.longest, let name = Self.name(text), name.allSatisfy(Self.isAllowed)
        else {
            throw .malformed("The origin is not that of a web page, such as https://example.org.")
        }
        // http is what a person should see; https is what they expect.
        let whole = text.hasPrefix("https://") ? String(decoding: name, as: UTF8.self) : text
        heading = whole.count > Self.longestHeading ? "…" + whole.suffix(Self.longestHeading - 1) : whole
    }

    private static func name(_ text: String) -> Substring.UTF8View? {
        for scheme in ["https://", "http://"] where text.utf8.starts(with: scheme.utf8) {
            let name = text.utf8.dropFirst(scheme.utf8.count)
            return name.isEmpty ? nil : name
        }
        return nil
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: ".-_:[]".utf8.contains(byte)
        }
    }
}
