// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import TemplateIcon
import Testing

@Suite("Judging drawings")
struct SVGTests {
    private func rules(_ text: String) -> [String] {
        IconRules.judge(IconFiles(icon: "icon.svg", files: ["icon.svg": Array(text.utf8)])).map(
            \.rule.rawValue)
    }

    private static func svg(_ contents: String, _ attributes: String = #"viewBox="0 0 16 16""#) -> String {
        #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)>\#(contents)</svg>"#
    }

    private static func ring(_ attributes: String) -> String {
        "<path \(attributes) d='M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2z"
            + "m0 2.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z'/>"
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
            svg(disc, #"viewBox="0 0 16 16" fill="currentColor""#),
            svg("<style>.text { color: #232629 } .s { fill: currentColor }</style>" + ring("class='text s'")),
            svg(ring("style='fill:#2e3436;fill-opacity:1;stroke:none'")),
            svg(ring("fill='#fff'")), svg(ring("fill='none' stroke='#000' stroke-width='1'")),
            svg(
                "<path d='M3 4l10 8M3 12h10' fill='none' stroke='#000' stroke-linecap='round'/>"
            ),
            svg(
                "<mask id='m'><path fill='#fff' d='M0 0h16v16H0z'/><path d='M6 0h4v16H6z'/></mask>"
                    + "<g mask='url(#m)'>" + disc + "</g>"),
            svg(
                "<clipPath id='c'><path d='M0 0h8v16H0z'/></clipPath><g clip-path='url(#c)'>"
                    + "<path d='M14 8A6 6 0 0 1 2 8h4l6-6z'/></g><path d='M9 2h5v12H9z' opacity='.4'/>"),
            svg("<defs><g id='a'>" + disc + "</g></defs><use href='#a' transform='rotate(30 8 8)'/>"),
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
