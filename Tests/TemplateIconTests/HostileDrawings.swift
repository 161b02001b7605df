// SPDX-License-Identifier: Apache-2.0

/// Drawings that refer to something outside themselves, each in a different way.
enum HostileDrawings {
    private static func svg(_ contents: String, declaring entities: String = "") -> String {
        let type = entities.isEmpty ? "" : "<!DOCTYPE svg [\(entities)]>"
        return "<?xml version='1.0'?>\(type)<svg xmlns='http://www.w3.org/2000/svg' "
            + "xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:xi='http://www.w3.org/2001/XInclude' "
            + "viewBox='0 0 70 70'><circle cx='35' cy='35' r='24'/>\(contents)</svg>"
    }

    private static let file = "file:///etc/passwd"
    private static let host = "http://127.0.0.1:9/a.svg"

    /// Drawings that are refused for an element they name, not for their appearance.
    static let named = [
        svg("<image href='\(file)' width='70' height='70'/>"),
        svg("<image xlink:href='\(host)' width='70' height='70'/>"),
        svg("<filter id='f'><feImage href='\(file)'/></filter><rect filter='url(#f)'/>"),
        svg("<text y='50' font-family='serif'>A</text>"),
        svg("<script href='\(host)'/>"), svg("<script>while (true) {}</script>"),
        svg("<foreignObject><iframe src='\(host)'/></foreignObject>"),
    ]

    /// Drawings that may be drawn or refused, but contain nothing from outside.
    static let others = [
        svg("<use href='\(file)#a'/>"), svg("<use xlink:href='\(host)#a'/>"),
        svg("<use href='../other.svg#a'/>"),
        svg("<xi:include href='\(file)' parse='text'/>"), svg("<xi:include href='\(host)'/>"),
        svg("<style>@import url('\(file)'); @import url('\(host)');</style>"),
        svg("<style>@font-face { font-family: a; src: url('\(host)') }</style>"),
        svg("<link xmlns='http://www.w3.org/1999/xhtml' rel='stylesheet' href='\(file)'/>"),
        svg("<path fill='url(\(file)#a)' d='M0 0h9v9z'/>"), svg("<g mask='url(\(host)#a)'/>"),
        svg("&x;", declaring: "<!ENTITY x SYSTEM '\(file)'>"),
        svg("&x;", declaring: "<!ENTITY x PUBLIC 'a' '\(host)'>"),
        svg("", declaring: "<!ENTITY % x SYSTEM '\(file)'> %x;"),
        svg("&x;", declaring: "<!ENTITY x '&#60;text y=\"50\">A&#60;/text>'>"),
        svg("&x;", declaring: "<!ENTITY x '&#60;image href=\"\(file)\" width=\"70\" height=\"70\"/>'>"),
        "<?xml version='1.0'?><!DOCTYPE svg SYSTEM '\(host)'><svg viewBox='0 0 70 70'/>",
        "<?xml version='1.0'?><?xml-stylesheet href='\(file)'?>" + svg("").dropFirst(21),
    ]
}
