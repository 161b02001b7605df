// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TemplateIcon
import Testing

@Suite("Judging drawings")
struct SVGTests {
    private func rules(_ text: String) -> [String] {
        IconJudge.judge(IconFiles(icon: "icon.svg", files: ["icon.svg": Array(text.utf8)])).map(
            \.rule.rawValue)
    }

    private static func svg(_ contents: String, _ attributes: String = #"viewBox="0 0 16 16""#) -> String {
        #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(contents)</svg>"#
    }

    private static let disc = #"<circle cx="8" cy="8" r="5.5"/>"#

    @Test(
        "good drawings",
        arguments: [
            svg(disc), svg(disc, #"width="16" height="16""#),
            svg(disc, #"width="400" height="400" viewBox="0 0 16 16""#),
            "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <text> -->\n" + svg(disc),
            svg(disc, #"width="15.99" height="16" viewBox="0 0 15.99 16""#),
            svg("<style>circle { fill: #2e3436 } /* animated: no */</style>" + disc),
            svg("<title>A set of text</title>" + disc),
        ])
    func accepted(text: String) {
        #expect(rules(text) == [])
    }

    @Test(
        "drawings with one fault",
        arguments: [
            (
                "icon-animated",
                svg(#"<circle cx="8" cy="8" r="5.5"><animate attributeName="r" to="2" dur="1s"/></circle>"#)
            ),
            ("icon-animated", svg(disc + #"<set attributeName="x" to="1"/>"#)),
            ("icon-animated", svg("<style>@keyframes a { from { opacity: 0 } }</style>" + disc)),
            ("icon-animated", svg("<style><![CDATA[@keyframes a {}]]></style>" + disc)),
            ("icon-unreadable", svg("<text>A</text>")), ("icon-unreadable", svg(#"<image href="a.png"/>"#)),
            ("icon-unreadable", svg("<circle")), ("icon-unreadable", "<?xml version=\"1.0\"?>"),
            ("icon-unreadable", "<html><body/></html>"),
            ("icon-size", svg(disc, #"viewBox="0 0 16 24""#)), ("icon-size", svg(disc, "")),
            ("icon-size", svg(disc, #"width="32" height="16""#)),
            ("icon-empty", svg("")), ("icon-empty", svg(#"<use href="file:///etc/passwd#a"/>"#)),
            ("icon-colour", svg(#"<circle cx="8" cy="8" r="5.5" fill="gray"/>"#)),
            ("icon-colour", svg(#"<circle cx="8" cy="8" r="5.5" fill="blue"/>"#)),
            (
                "icon-shadow",
                svg(
                    #"<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>"#
                        + #"<circle cx="8" cy="8" r="4" filter="url(#f)"/>"#
                )
            ),
            ("icon-aliased", svg(#"<circle cx="8" cy="8" r="5.5" shape-rendering="crispEdges"/>"#)),
            ("icon-small", svg(#"<circle cx="8" cy="8" r="2"/>"#)),
            ("icon-plate", svg(#"<rect x="1" y="1" width="14" height="14" rx="1"/>"#)),
        ])
    func refused(rule: String, text: String) {
        #expect(rules(text) == [rule])
    }
}
