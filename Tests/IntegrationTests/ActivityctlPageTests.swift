// SPDX-License-Identifier: Apache-2.0

import DaemonSupport
import StrictJSON
import TestSupport
import Testing

/// The page that `check --report` writes, about real icons judged by the real activity-draw.
@Suite("Pages about bundles")
struct ActivityctlPageTests {
    let program = ActivityctlProgram()

    /// Writes a report, and reads it with a third-party parser.
    private func report(_ bundles: String...) -> (ending: ActivityctlProgram.Ending, page: String) {
        let ending = program.run(["check"] + bundles + ["--report", "check.html"])
        let page = program.folder + "/check.html"
        let parsed = program.shell(
            """
            /usr/bin/python3 - '\(page)' <<'END'
            import sys
            from html.parser import HTMLParser
            class Page(HTMLParser):
                open, void = [], {"meta", "img"}
                def handle_starttag(self, tag, attributes):
                    if tag not in self.void: self.open.append(tag)
                    for name, value in attributes:
                        assert name not in ("href", "onclick", "onerror"), (tag, name)
                        assert name != "src" or value.startswith("data:image/png;base64,"), value
                def handle_endtag(self, tag):
                    assert self.open.pop() == tag, tag
            page = Page()
            page.feed(open(sys.argv[1], encoding="utf-8").read())
            page.close()
            assert not page.open, page.open
            END
            """)
        #expect(parsed.status == 0, "\(parsed.errors)")
        return (ending, Files.text(page))
    }

    private func drawIcon(_ bundle: String, _ contents: String) {
        program.write(
            bundle + "/icon.svg",
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 70 70">\#(contents)</svg>"#)
    }

    @Test func `It is written beside what is printed, which stays the same`() {
        let bundle = program.bundle("org.example.a", title: "Do it!")
        let plain = program("check", bundle)
        let (ending, page) = report(bundle)
        #expect(ending.status == 0 && ending.output == plain.output && ending.errors.isEmpty)
        #expect(page.contains("<h2>org.example.a</h2>") && page.contains("warning[title-punctuation]"))
        #expect(page.contains("manifest.json:4:12") && page.contains("HIG, Activity"))
    }

    @Test func `A fault of an icon has a mark in both of its pictures, and its number`() {
        let bundle = program.bundle("org.example.a")
        drawIcon(
            bundle, #"<path d="M10 10h30v30H10z"/><path fill="red" d="M20 20h5v5h-5z"/>"#)
        let page = report(bundle).page
        #expect(page.contains("error[icon-colour]") && page.contains("[icon-off-centre]"))
        #expect(page.count(of: #"class="pixels mark0""#) == 2)
        #expect(page.count(of: #"style="--x: 10; --y: 10; --width: 30; --height: 30""#) == 2)
        #expect(page.contains("its middle 10 left and 10 above of the canvas’s"))
        #expect(page.count(of: #"<span class="number mark"#) >= 2)
    }

    /// The mask of the offending pixels is a PNG of the picture's size that is opaque only at these pixels.
    @Test func `The pixels that are marked are those that offend`() throws {
        let bundle = program.bundle("org.example.a")
        drawIcon(
            bundle, #"<path d="M15 15h40v40H15z"/><path fill="red" d="M20 30h5v5h-5z"/>"#)
        let page = report(bundle).page
        let mask = try #require(
            page.split(separator: "--pixels: url(data:image/png;base64,").dropFirst().first)
        program.write("mask.png", try #require(Base64.decode(String(mask.prefix { $0 != ")" }))))
        let pixels = program.shell(
            """
            /usr/bin/python3 -c "
            import gi; gi.require_version('GdkPixbuf', '2.0')
            from gi.repository import GdkPixbuf
            mask = GdkPixbuf.Pixbuf.new_from_file('mask.png')
            row, data = mask.get_rowstride(), mask.get_pixels()
            print([(x, y) for y in range(70) for x in range(70) if data[y * row + 4 * x + 3]])"
            """)
        let expected = (30..<35).flatMap { y in (20..<25).map { "(\($0), \(y))" } }
        #expect(pixels.output == "[" + expected.joined(separator: ", ") + "]\n", "\(pixels.errors)")
    }

    @Test func `Titles stand in their boxes, each in its language and direction`() {
        let bundle = program.bundle(
            "org.example.a", title: "Resize",
            more: #""titles": {"he": "שינוי גודל", "de": "Größenveränderungsbestätigung", "fr": ""},"#)
        let page = report(bundle).page
        #expect(page.contains(#"lang="he" dir="rtl""#) && page.contains(#"lang="de" dir="ltr""#))
        #expect(page.contains("title-empty") && page.contains(">whole<"))
    }

    @Test func `What a bundle holds is text, and never markup`() {
        let hostile = #"<script>alert(1)</script>&amp;<img src=x onerror=alert(1)>"#
        let bundle = program.bundle("org.example.a", title: hostile, more: #""\#(hostile)": true,"#)
        let page = report(bundle).page
        #expect(!page.contains("<script") && !page.contains("<img src=x") && page.contains("&lt;script&gt;"))
        #expect(!report(bundle + "/\u{202E}").page.contains("\u{202E}"))
    }

    @Test func `What is no bundle at all is reported too, and without activity-draw there is no page`() {
        #expect(report("nothing.activity").page.contains("error["))
        program.environment["ACTIVITYD_DRAW"] = program.folder + "/nothing"
        let ending = program("check", program.bundle("org.example.a"), "--report", "none.html")
        #expect(ending.status == 1 && ending.errors.contains("cannot be looked at"), "\(ending.errors)")
        #expect(!Files.exists(program.folder + "/none.html"))
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
