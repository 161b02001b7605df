# SPDX-License-Identifier: Apache-2.0
"""Office documents with the parts that Word, Excel, PowerPoint and LibreOffice write, made here."""
import corpus

OFFICE, MICROSOFT = "application/vnd.openxmlformats-officedocument.", "application/vnd.ms-"
RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships/metadata"
MAIN = "http://schemas.openxmlformats.org/{}/2006/main"
W, S, P, A = (MAIN.format(name) for name in ("wordprocessingml", "spreadsheetml", "presentationml", "drawingml"))
R = f'xmlns:r="{RELATED}"'
CORE = (
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
    'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:creator>Ada Example</dc:creator>'
    "<cp:lastModifiedBy>Ada Example</cp:lastModifiedBy><dcterms:created>2024-05-01T10:00:00Z</dcterms:created>"
    "</cp:coreProperties>")
APP = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>Ada Example Ltd'
    "</Company></Properties>")
CUSTOM = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"><property name="Owner">Ada '
    'Example'
    "</property></Properties>")
THEME = f'<a:theme xmlns:a="{A}" name="Office"><a:themeElements/></a:theme>'
CHART = (
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" {r}><c:chart><c:plotArea><c:v>Sales</c:v>'
    '</c:plotArea></c:chart><c:externalData r:id="rId1"/></c:chartSpace>').format(r=R)


def relation(number, kind, target, external=False, folder=RELATED):
    mode = ' TargetMode="External"' if external else ""
    return f'<Relationship Id="rId{number}" Type="{folder}/{kind}" Target="{target}"{mode}/>'


def office(path, main, parts, relations, more_types=""):
    """Writes an OOXML package: parts as name: (content type, content), and relationships keyed by their
    source part."""
    overrides = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, (kind, _) in parts.items() if kind)
    types = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n' + corpus.TYPES % (
        '<Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/>'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="vml" ContentType="{OFFICE}vmlDrawing"/><Default Extension="png" ContentType="image/png"/>'
        f'<Default Extension="gif" ContentType="image/gif"/><Default Extension="mp4" ContentType="video/mp4"/>'
        f'<Default Extension="xlsx" ContentType="{OFFICE}spreadsheetml.sheet"/>{more_types}{overrides}')
    root = (
        relation(1, "officeDocument", main) + relation(2, "core-properties", "docProps/core.xml", folder=PACKAGE)
        + relation(3, "extended-properties", "docProps/app.xml") + relation(4, "custom-properties", "docProps/custom.xml")
        + relation(5, "thumbnail", "docProps/thumbnail.jpeg", folder=PACKAGE))
    written = {"[Content_Types].xml": types, "_rels/.rels": corpus.RELATIONS % root}
    for name, found in relations.items():
        folder, _, base = name.rpartition("/")
        written[f"{folder}/_rels/{base}.rels"] = corpus.RELATIONS % "".join(found)
    written |= {name: content for name, (_, content) in parts.items()}
    return corpus.package(path, written)


def properties():
    return {
        "docProps/core.xml": ("application/vnd.openxmlformats-package.core-properties+xml", CORE),
        "docProps/app.xml": (OFFICE + "extended-properties+xml", APP),
        "docProps/custom.xml": (OFFICE + "custom-properties+xml", CUSTOM), "docProps/thumbnail.jpeg": ("", b"\xff\xd8\xffAda"),
    }


def docx(path, photo, parts=None, relations=None):
    """A letter like Word's: a tracked change, comments, a shape with a:moveTo, a prefix that only a value
    uses."""
    kind = OFFICE + "wordprocessingml."
    body = (
        f'<?xml version="1.0" encoding="UTF-8"?>\r\n<w:document xmlns:w="{W}" xmlns:w14="urn:w14" xmlns:mc="urn:mc" '
        f'xmlns:a="{A}" xmlns:wp14="urn:word/2010/wordprocessingDrawing" {R} '
        'mc:Ignorable="w14"><!-- by Ada --><w:body><w:p w:rsidR="00C0FFEE" w14:paraId="0BADCAFE" w14:textId="1C0FFEE1" '
        'wp14:editId="1C0FFEE1"><w:ins w:id="1" w:author="Ada Example" '
        'w:date="2024-05-01T10:00:00Z"><w:r><w:t>Words &amp; more</w:t></w:r></w:ins><w:hyperlink '
        'r:id="rId20"><w:r><w:t>Link</w:t>'
        '</w:r></w:hyperlink><w:hyperlink r:id="rId21"/><w:r><w:fldChar w:fldCharType="begin"/><w:instrText> INCLUDEPICTURE '
        '"C:\\\\Users\\\\ada\\\\x.png" \\* MERGEFORMAT </w:instrText></w:r>'
        '<a:path w="1"><a:moveTo><a:pt x="1" y="2"/></a:moveTo></a:path><a:blip r:embed="rId22"/></w:p></w:body></w:document>')
    settings = (
        f'<w:settings xmlns:w="{W}" {R}><w:zoom/><w:attachedTemplate r:id="rId1"/><w:mailMerge><w:dataSource '
        f'r:id="rId2"/></w:mailMerge>'
        '<w:rsids><w:rsid w:val="00C0FFEE"/></w:rsids></w:settings>')
    people = (
        f'<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="Ada Example" '
        'w15:contact="Ada Example &lt;ada@example.org&gt;">'
        '<w15:presenceInfo w15:providerId="AD" w15:userId="ada@example"/></w15:person></w15:people>')
    comment = (
        f'<w:comments xmlns:w="{W}"><w:comment w:author="Ada Example" w:initials="AE"><w:t>A remark</w:t></w:comment>'
        "</w:comments>")
    return office(path, "word/document.xml", {
        "word/document.xml": (kind + "document.main+xml", body), "word/settings.xml": (kind + "settings+xml", settings),
        **{f"word/{name}.xml": (f"{kind}{name}+xml", f'<w:{name} xmlns:w="{W}"/>') for name in (
            "fontTable", "numbering", "webSettings", "footnotes", "endnotes")},
        "word/styles.xml": (kind + "styles+xml", (
            f'<w:styles xmlns:w="{W}"><w:style w:styleId="A"><w:rsid w:val="00C0FFEE"/></w:style></w:styles>')),
        "word/comments.xml": (kind + "comments+xml", comment), "word/people.xml": (kind + "people+xml", people),
        "word/stylesWithEffects.xml": (MICROSOFT + "word.stylesWithEffects+xml", f'<w:styles xmlns:w="{W}"/>'),
        "word/header1.xml": (kind + "header+xml", f'<w:hdr xmlns:w="{W}"><w:t>Head</w:t></w:hdr>'),
        "word/theme/theme1.xml": (OFFICE + "theme+xml", THEME),
        "word/fonts/font1.odttf": (OFFICE + "obfuscatedFont", b"\1\2\3\4font"), "media/image1.jpeg": ("", photo),
        "word/recipientData.xml": (kind + "mailMergeRecipientData+xml", "<w:recipients>ada@example.org</w:recipients>"),
        "customXml/item1.xml": ("", "<b:Sources xmlns:b='urn:b' author='Ada Example'/>"),
        "customXml/itemProps1.xml": (OFFICE + "customXmlProperties+xml", "<ds:datastoreItem xmlns:ds='urn:ds'/>"),
        **properties(), **(parts or {}),
    }, {
        "word/document.xml": [
            relation(1, "styles", "styles.xml"), relation(2, "settings", "settings.xml"),
            relation(3, "theme", "theme/theme1.xml"),
            relation(4, "customXml", "../customXml/item1.xml"), relation(20, "hyperlink", "https://example.org/a", True),
            relation(21, "hyperlink", "file:///C:/Users/Ada/b.docx", True), relation(22, "image", "/media/image1.jpeg")],
        "word/settings.xml": [
            relation(1, "attachedTemplate", "file:///C:/Users/Ada/t.dotx", True),
            relation(2, "mailMergeSource", "file:///C:/Users/Ada/b.xlsx", True)],
        "customXml/item1.xml": [relation(1, "customXmlProps", "itemProps1.xml")], **(relations or {}),
    })


def xlsx(path, parts=None, relations=None):
    """A workbook like Excel's: notes, threaded comments, a table, a pivot table, a printer, a link to another
    workbook."""
    kind, main = OFFICE + "spreadsheetml.", f'xmlns="{S}" {R}'
    note = (
        f"<comments {main}><authors><author>Ada Example</author></authors><commentList><comment authorId='0'><text><r><t>Ada "
        f"Example:</t>"
        "</r><r><t>A remark</t></r></text></comment></commentList></comments>")
    threads = "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"
    return office(path, "xl/workbook.xml", {
        "xl/workbook.xml": (kind + "sheet.main+xml", (
            f'<workbook {main} xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac"><fileSharing '
            'userName="Ada Example"/><x15ac:absPath url="C:\\Users\\Ada\\"/><sheets><sheet name="Costs" sheetId="1" '
            'r:id="rId1"/></sheets>'
            '<definedNames><definedName name="Other">\'file:///C:\\Users\\Ada\\[b.xlsx]S\'!A1</definedName></definedNames>'
            '<customWorkbookViews><customWorkbookView name="Ada Example - Personal View"/></customWorkbookViews></workbook>')),
        "xl/worksheets/sheet1.xml": (kind + "worksheet+xml", (
            f'<worksheet {main} xmlns:xr="http://schemas.microsoft.com/office/spreadsheetml/2014/revision" '
            'xr:uid="{C0FFEE42-0000-4000-8000-000000000000}">'
            '<sheetData><row r="1"><c r="A1"><v>4711</v></c></row></sheetData><scenarios><scenario name="s" '
            'user="Ada Example" comment="Created by Ada Example on 2024-05-01"/></scenarios><pageSetup '
            'r:id="rId1"/><legacyDrawing '
            'r:id="rId2"/><tableParts><tablePart r:id="rId3"/></tableParts></worksheet>')),
        "xl/sharedStrings.xml": (kind + "sharedStrings+xml", f"<sst {main}><si><t>Cell text</t></si></sst>"),
        "xl/styles.xml": (kind + "styles+xml", f'<styleSheet {main}><numFmts><numFmt formatCode="h:\\ '
                                               f'mm"/></numFmts></styleSheet>'),
        "xl/connections.xml": (kind + "connections+xml", (
            f'<connections {main} xmlns:x15="urn:x15"><connection><x15:oledbPr '
            'connection="Data Source=ada-laptop;User ID=ada"/></connection></connections>')),
        "xl/calcChain.xml": (kind + "calcChain+xml", f"<calcChain {main}/>"), "xl/comments1.xml": (kind + "comments+xml", note),
        "xl/threadedComments/threadedComment1.xml": (MICROSOFT + "excel.threadedcomments+xml", (
            f'<ThreadedComments xmlns="{threads}"><threadedComment ref="A1" dT="2024-05-01T10:00:00.00" personId="{{1}}" '
            f'id="{{2}}">'
            "<text>A reply</text></threadedComment></ThreadedComments>")),
        "xl/persons/person.xml": (MICROSOFT + "excel.person+xml", (
            f'<personList xmlns="{threads}"><person displayName="Ada Example" id="{{1}}" userId="ada@example" providerId="AD"/>'
            "</personList>")),
        "xl/tables/table1.xml": (kind + "table+xml", f'<table {main} id="1" name="Table1" displayName="Table1" ref="A1:A2"/>'),
        "xl/pivotCache/pivotCacheDefinition1.xml": (kind + "pivotCacheDefinition+xml", (
            f'<pivotCacheDefinition {main} refreshedBy="Ada Example" refreshedDate="45000.5"/>')),
        "xl/externalLinks/externalLink1.xml": (kind + "externalLink+xml", (
            f'<externalLink {main}><externalBook r:id="rId1"/></externalLink>')),
        "xl/drawings/vmlDrawing1.vml": ("", '<xml xmlns:v="urn:schemas-microsoft-com:vml"><v:shape id="s" '
                                            'alt="C:\\Users\\Ada\\x.png"/></xml>'),
        "xl/printerSettings/printerSettings1.bin": (kind + "printerSettings", "Ada Example".encode("utf-16-le")), **properties(),
        **(parts or {}),
    }, {
        "xl/workbook.xml": [
            relation(1, "worksheet", "worksheets/sheet1.xml"), relation(2, "externalLink", "externalLinks/externalLink1.xml")],
        "xl/worksheets/sheet1.xml": [
            relation(1, "printerSettings", "../printerSettings/printerSettings1.bin"),
            relation(2, "vmlDrawing", "../drawings/vmlDrawing1.vml"), relation(3, "table", "/xl/tables/table1.xml")],
        "xl/externalLinks/externalLink1.xml": [relation(1, "externalLinkPath", "file:///C:/Users/Ada/b.xlsx", True)],
        **(relations or {}),
    })


def pptx(path, media=None, types=None, relations=None, more_types=""):
    """Slides like PowerPoint's, with media by name."""
    kind, main = OFFICE + "presentationml.", f'xmlns:p="{P}" xmlns:a="{A}" {R}'
    slide = (
        f'<p:sld {main}><p:pic><p:cNvPr id="4" name="Picture 3" '
        f'descr="C:\\Users\\Ada\\x.png"/></p:pic><p:custDataLst><p:custData '
        'r:id="rId9"/></p:custDataLst><a:t>Slide text</a:t></p:sld>')
    p188 = "http://schemas.microsoft.com/office/powerpoint/2018/8/main"
    return office(path, "ppt/presentation.xml", {
        "ppt/presentation.xml": (kind + "presentation.main+xml", f'<p:presentation {main}><p:sldIdLst/></p:presentation>'),
        "ppt/slides/slide1.xml": (kind + "slide+xml", slide),
        **{f"ppt/{folder}/{name}1.xml": (f"{kind}{name}+xml", f"<p:{name} {main}/>") for folder, name in (
            ("slideLayouts", "slideLayout"), ("slideMasters", "slideMaster"), ("notesSlides", "notesSlide"),
            ("notesMasters", "notesMaster"))},
        **{f"ppt/{name}.xml": (f"{kind}{name}+xml", f"<p:{name} {main}/>") for name in ("presProps", "viewProps", "tableStyles")},
        "ppt/theme/theme1.xml": (OFFICE + "theme+xml", THEME),
        "ppt/tags/tag1.xml": (kind + "tags+xml", f'<p:tagLst {main}><p:tag name="OWNER" val="Ada Example"/></p:tagLst>'),
        "ppt/authors.xml": (MICROSOFT + "powerpoint.authors+xml", (
            f'<p188:authorLst xmlns:p188="{p188}"><p188:author id="{{2}}" name="Ada Example" initials="AE" userId="ada@example" '
            'providerId="AD"/></p188:authorLst>')),
        "ppt/comments/modernComment_1.xml": (MICROSOFT + "powerpoint.comments+xml", (
            f'<p188:cmLst xmlns:p188="{p188}"><p188:cm id="{{1}}" authorId="{{2}}" '
            f'created="2024-05-01T10:00:00.000"/></p188:cmLst>')),
        "ppt/changesInfos/changesInfo1.xml": (MICROSOFT + "powerpoint.changesinfo+xml", '<a name="Ada Example"/>'),
        "ppt/charts/chart1.xml": (OFFICE + "drawingml.chart+xml", CHART),
        "customXml/item1.xml": ("", "<a name='Ada Example'/>"), **properties(),
        **{name: ((types or {}).get(name, ""), content) for name, content in (media or {}).items()},
    }, {
        "ppt/presentation.xml": [
            relation(1, "slide", "slides/slide1.xml"),
            relation(2, "changesInfo", "changesInfos/changesInfo1.xml",
                     folder="http://schemas.microsoft.com/office/2016/11/relationships")],
        "ppt/slides/slide1.xml": [relation(9, "customXml", "../../customXml/item1.xml")], **(relations or {}),
    }, more_types)


ODF = "urn:oasis:names:tc:opendocument:xmlns:"
NAMES = " ".join(f'xmlns:{prefix}="{ODF}{name}:1.0"' for prefix, name in {
    "office": "office", "text": "text", "draw": "drawing", "meta": "meta", "config": "config", "manifest": "manifest",
    "table": "table"}.items()) + ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink" ' \
    'xmlns:officeooo="http://openoffice.org/2009/office"'
ABOUT = (
    f'<office:document-meta {NAMES} xmlns:grddl="http://www.w3.org/2003/g/data-view#" grddl:transformation="http://docs.oasis-open.'
    'org/office/1.2/xslt/odf2rdf.xsl">'
    "<office:meta><meta:initial-creator>Ada Example</meta:initial-creator></office:meta>"
    "</office:document-meta>")


def odt(path, photo, body="", parts=None):
    """A text like LibreOffice's: an annotation, a photo, an object, settings, toolbars, a list of macros,
    RDF, a thumbnail."""
    content = (
        f'<office:document-content {NAMES}><office:body><office:text><text:p officeooo:rsid="00c0ffee"><text:meta>Hello '
        f'<text:span>'
        "BOLD</text:span></text:meta></text:p><office:annotation><dc:creator>Ada "
        "Example</dc:creator><dc:date>2024-05-01</dc:date>"
        '<text:p>Note</text:p></office:annotation><draw:image xlink:href="Pictures/1.jpg"/><draw:object xlink:href="./Object 1"/>'
        f'<draw:image xlink:href="./ObjectReplacements/Object 1"/><text:a '
        f'xlink:href="https://example.org/a"/>{body}</office:text>'
        "</office:body></office:document-content>")
    settings = (
        f'<office:document-settings {NAMES}><config:config-item config:name="ViewLeft" config:type="long">7</config:config-item>'
        '<config:config-item config:name="PrinterName" config:type="string">Ada Example</config:config-item>'
        '<config:config-item config:name="NewOne" config:type="string">Ada Example</config:config-item>'
        '<config:config-item config:name="Rsid" config:type="int">12648430</config:config-item></office:document-settings>')
    listed = ["content.xml", "meta.xml", "Thumbnails/thumbnail.png", "ObjectReplacements/Object 1", "Object 1/content.xml"]
    entries = "".join(f'<manifest:file-entry manifest:full-path="{name}"/>' for name in listed)
    return corpus.package(path, {
        "mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content,
        "styles.xml": f"<office:document-styles {NAMES}><office:styles/></office:document-styles>", "meta.xml": ABOUT,
        "settings.xml": settings, "Pictures/1.jpg": photo, "layout-cache": b"\1\0",
        "Thumbnails/thumbnail.png": b"\x89PNG\r\n\x1a\n",
        "Object 1/content.xml": f"<office:document-content {NAMES}><table:table/></office:document-content>",
        "Object 1/meta.xml": ABOUT, "ObjectReplacements/Object 1": b"VCLMTF Ada Example",
        "manifest.rdf": '<?xml version="1.0" encoding="utf-8"?>\n<rdf:RDF '
                        'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
                        '<rdf:Description rdf:about="styles.xml"><dc:creator xmlns:dc="http://purl.org/dc/elements/1.1/">Ada '
                        'Example'
                        "</dc:creator></rdf:Description></rdf:RDF>",
        "Configurations2/accelerator/current.xml": '<?xml version="1.0"?><accel:acceleratorlist xmlns:accel="urn:accel"/>',
        "Configurations2/floater/": b"",
        "Basic/script-lc.xml": '<!DOCTYPE library:libraries PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" '
                               '"libraries.dtd"><library:libraries xmlns:library="urn:library"/>',
        "META-INF/manifest.xml": f"<manifest:manifest {NAMES}>{entries}</manifest:manifest>", **(parts or {}),
    })
