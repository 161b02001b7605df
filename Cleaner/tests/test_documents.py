# SPDX-License-Identifier: Apache-2.0
"""Documents without metadata, read by other programs: unzip, exiftool, pdfinfo, pdfimages, vips."""
import base64, os, zipfile

import corpus, office_corpus
from cases import TransformTestCase, pixels

# All traces of authors in the documents of office_corpus, also as UTF-16.
SECRETS = [b"Ada", b"ada@", b"Users", b"C0FFEE", b"c0ffee", b"12648430", b"2024-05", b"iPhone", b"Bern", b"+46.9480",
           b"ada-laptop", b"A\0d\0a\0"]
PNG_TEXT = corpus.chunk(b"tEXt", b"Author\0Ada Example")
GIF = (b"GIF89a\1\0\1\0\0\0\0!\xff\x0bNETSCAPE2.0\3\1\0\0\0!\xfe\x0bAda Example\0"
       b",\0\0\0\0\1\0\1\0\0\2\2D\1\0;Ada Example")
SVG_HEAD = b'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="8" height="8">'


def content(path):
    with open(path, "rb") as file:
        return file.read()


class DocumentTestCase(TransformTestCase):
    def setUp(self):
        super().setUp()
        self.photo = content(corpus.photo(self.path("inner.jpg")))

    def parts(self, path):
        """The parts, read by unzip."""
        with zipfile.ZipFile(path) as package:
            names = [name for name in package.namelist() if not name.endswith("/")]
        plain = lambda name: name.replace("[", "[[]")
        return {name: corpus.run("unzip", "-p", path, plain(name)) for name in names}

    def assertClean(self, path):
        """Asserts that no secret is in the parts, in ExifTool's output, or in a document within."""
        parts = self.parts(path)
        for name, part in parts.items():
            for word in SECRETS:
                self.assertNotIn(word, part, f"{path} {name}")
            if part.startswith(b"PK"):
                self.assertClean(os.fsdecode(self.file("within.zip", part)))
        printed = corpus.run("exiftool", "-ee", "-a", "-G1", path)
        self.assertNotRegex(printed, rb"Ada|iPhone|\[XML\]|\[XMP")
        return parts

    def cleaned(self, path):
        parts = self.assertClean(path := self.changed("without-metadata", path))
        os.unlink(path)
        return parts

    def refused(self, path, kind):
        self.assertEqual(
            self.fails("without-metadata", path),
            f"“{os.path.basename(path)}” holds a part that cannot be cleaned: {kind}.")


class OfficeTests(DocumentTestCase):
    def test_a_letter(self):
        path = office_corpus.docx(self.path("a.docx"), self.photo)
        before, left = self.parts(path), self.cleaned(path)
        gone = {name for name in before if name.startswith(("docProps/", "customXml/", "word/recipientData"))}
        self.assertEqual(set(left), set(before) - gone)
        document = left["word/document.xml"]
        for word in (b"<w:t>Words &amp; more</w:t>", b'<a:moveTo><a:pt x="1" y="2"/></a:moveTo>', b'xmlns:w14="urn:w14"', b"0BADCAFE",
                     b"MERGEFORMAT"):
            self.assertIn(word, document)
        for address in (b"https://example.org/a", b'"/media/image1.jpeg"'):
            self.assertIn(address, left["word/_rels/document.xml.rels"])
        self.assertIn(b"A remark", left["word/comments.xml"])
        self.assertIn(b"numbering+xml", left["[Content_Types].xml"])
        self.assertNotIn(b"docProps", left["_rels/.rels"] + left["[Content_Types].xml"])
        self.assertNotIn(b"customXml", left["word/_rels/document.xml.rels"] + left["[Content_Types].xml"])
        self.assertEqual(left["word/fonts/font1.odttf"], before["word/fonts/font1.odttf"])

    def test_a_workbook(self):
        left = self.cleaned(office_corpus.xlsx(self.path("b.xlsx")))
        sheet = left["xl/worksheets/sheet1.xml"]
        self.assertIn(b"<v>4711</v>", sheet)
        self.assertIn(b'<tablePart r:id="rId3"/>', sheet)
        self.assertIn(b"<pageSetup/>", sheet)
        self.assertIn(b'displayName="Table1"', left["xl/tables/table1.xml"])
        self.assertIn(b"A remark", left["xl/comments1.xml"])
        self.assertIn(b"A reply", left["xl/threadedComments/threadedComment1.xml"])
        self.assertIn(b"h:\\ mm", left["xl/styles.xml"])
        self.assertNotIn("xl/printerSettings/printerSettings1.bin", left)

    def test_slides_with_films_pictures_and_documents(self):
        film = content(corpus.film(self.path("film.mp4")))
        xlsx = content(office_corpus.xlsx(self.path("within.xlsx")))
        plan = content(corpus.pdf(self.path("plan.pdf"), self.photo))
        path = office_corpus.pptx(self.path("c.pptx"), {
            "ppt/media/media1.mp4": film, "ppt/media/image1.gif": GIF, "ppt/media/image2.jpeg": self.photo,
            "ppt/embeddings/a.xlsx": xlsx, "ppt/embeddings/b.pdf": plan,
        }, {"ppt/embeddings/b.pdf": "application/pdf"})
        left = self.cleaned(path)
        self.assertIn(b"Slide text", left["ppt/slides/slide1.xml"])
        self.assertNotIn(b"custData ", left["ppt/slides/slide1.xml"])
        self.assertIn(b"created=", left["ppt/comments/modernComment_1.xml"])
        self.assertIn(b"NETSCAPE2.0", left["ppt/media/image1.gif"])
        words = corpus.run("pdftotext", os.fsdecode(self.file("b.pdf", left["ppt/embeddings/b.pdf"])), "-")
        self.assertIn(b"Words on a page", words)
        corpus.run("ffprobe", "-v", "error", os.fsdecode(self.file("f.mp4", left["ppt/media/media1.mp4"])))

    def test_metadata_is_known_by_its_types_and_in_any_case(self):
        core = "package/services/metadata/core-properties/1.psmdcp"
        path = office_corpus.docx(self.path("a.docx"), self.photo, {core: (
            "application/vnd.openxmlformats-package.CORE-PROPERTIES+xml", office_corpus.CORE)})
        self.assertNotIn(core, self.cleaned(path))
        parts = {name: part for name, part in self.parts(path).items() if not name.startswith("docProps/")}
        parts["_rels/.rels"] = parts["_rels/.rels"].replace(b"docProps/core", b"docprops/Core")
        parts |= {"DocProps/core.xml": office_corpus.CORE, "DocProps/app.xml": office_corpus.APP}
        self.assertIn("Ada Example", self.inside(corpus.package(path, parts))["person"])
        self.assertNotIn("DocProps/core.xml", self.cleaned(path))

    def test_what_is_not_known_is_refused(self):
        path, kind = self.path("a.docx"), "application/octet-stream"
        for name, part, shown in (
            ("word/embeddings/oleObject1.bin", b"\xd0\xcf\x11\xe0Ada", "OLE"),
            ("word/media/a.wav", b"RIFF\0\0\0\0WAVEAda", "WAV"),
            ("word/new.bin", b"Ada", "BIN"), ("word/embeddings/a.html", b"<html>Ada</html>", "XML"),
        ):
            self.refused(office_corpus.docx(path, self.photo, {name: (kind, part)}), shown)
        new = {"word/new.xml": ("application/vnd.ms-word.new+xml", "<new/>")}
        self.refused(office_corpus.docx(path, self.photo, new), "new.xml")
        self.inside(path, is_whole=False)

    def test_documents_in_documents_are_cleaned_or_refused_by_depth(self):
        path = office_corpus.docx(self.path("a.docx"), self.photo)
        for depth in range(4):
            within = {"word/embeddings/a.docx": (office_corpus.OFFICE + "wordprocessingml.document", content(path))}
            office_corpus.docx(path, self.photo, within)
            if depth < 3:
                self.cleaned(path)
        self.refused(path, "ZIP (4)")

    def test_documents_in_a_document_have_no_room_of_their_own(self):
        from cleaner import documents
        within = {f"word/media/{number}.ttf": ("application/x-font-ttf", "") for number in range(documents.MOST_PARTS // 2)}
        inner = content(office_corpus.docx(self.path("inner.docx"), self.photo, within))
        kind = office_corpus.OFFICE + "wordprocessingml.document"
        path = office_corpus.docx(self.path("a.docx"), self.photo, {
            f"word/embeddings/{number}.docx": (kind, inner) for number in range(2)})
        self.assertIn("too large", self.fails("without-metadata", path))

    def test_a_path_in_pieces_and_an_entity_are_refused(self):
        path = office_corpus.docx(self.path("a.docx"), self.photo)
        parts = self.parts(path)
        document = parts["word/document.xml"]
        pieces = document.replace(b"Users\\\\ada", b"Us</w:instrText></w:r><w:r><w:instrText>ers\\\\ada")
        self.assertNotEqual(pieces, document)
        corpus.package(path, {**parts, "word/document.xml": pieces})
        self.refused(path, "instrText")
        for doctype in (b'[<!ENTITY a "Ada">]', b'[<!ATTLIST a b CDATA "Ada">]', b"SYSTEM '/home/ada/a.dtd'"):
            entity = b'<!DOCTYPE w %s><w:document xmlns:w="%s"/>' % (doctype, office_corpus.W.encode())
            corpus.package(path, {**parts, "word/document.xml": entity})
            self.assertIn("is damaged", self.fails("without-metadata", path))

    def test_a_name_in_an_attribute_that_is_not_known_is_refused(self):
        path = office_corpus.docx(self.path("a.docx"), self.photo)
        parts = self.parts(path)
        for new, good in ((b'<w:new w:by="Ada Example"/>', False), (b"<w:r><w:t>Yours, Ada Example</w:t></w:r>", True)):
            document = parts["word/document.xml"].replace(b"</w:body>", new + b"</w:body>")
            corpus.package(path, {**parts, "word/document.xml": document})
            if good:
                self.assertIn(b"Yours, Ada Example", self.parts(self.changed("without-metadata", path))["word/document.xml"])
            else:
                self.assertIn("could not be cleaned of all", self.fails("without-metadata", path))

    def test_an_author_may_be_called_as_a_font(self):
        """A single name may be a font's; a full name is searched for in fonts too."""
        path = office_corpus.docx(self.path("a.docx"), self.photo)
        style = '<w:style w:styleId="{0}"><w:rPr><w:rFonts w:ascii="{0}" w:hAnsi="{0}"/></w:rPr></w:style></w:styles>'
        for name, new, good in (("Georgia", "", True), ("Georgia", '<w:new w:by="Georgia"/>', False), ("Bob Georgia", "", False)):
            parts = {
                part: data.replace(b"Ada Example", name.encode()) if part.endswith(".xml") else data
                for part, data in self.parts(path).items()}
            parts["word/document.xml"] = parts["word/document.xml"].replace(b"</w:body>", new.encode() + b"</w:body>")
            parts["word/styles.xml"] = parts["word/styles.xml"].replace(b"</w:styles>", style.format(name).encode())
            corpus.package(named := self.path("b.docx"), parts)
            if good:
                left = self.changed("without-metadata", named)
                self.assertIn(b'w:ascii="Georgia"', self.parts(left)["word/styles.xml"])
                os.unlink(left)
            else:
                self.assertIn("could not be cleaned of all", self.fails("without-metadata", named))

    def test_traps_are_refused(self):
        """Elements nested too deeply, which need memory each, and a part with more text than any real one."""
        path = office_corpus.docx(self.path("a.docx"), self.photo)
        parts = self.parts(path)
        head, _, tail = parts["word/document.xml"].rpartition(b"</w:body>")
        for added, sentence in ((b"<w:p>" * 99_999 + b"</w:p>" * 99_999, "is damaged"), (b" " * (64 << 20), "is too large")):
            corpus.package(path, parts | {"word/document.xml": head + added + b"</w:body>" + tail})
            self.inside(path, is_whole=False)
            self.assertIn(sentence, self.fails("without-metadata", path))
        drawing = self.file("a.svg", SVG_HEAD + b"<g>" * 99_999 + b"</g>" * 99_999 + b"</svg>")
        self.inside(drawing, is_whole=False)
        self.assertIn("is damaged", self.fails("without-metadata", os.fsdecode(drawing)))

    def test_a_text_of_libreoffice(self):
        film = content(corpus.film(self.path("film.mp4")))
        body = (f"<draw:image><office:binary-data>{base64.b64encode(self.photo).decode()}</office:binary-data></draw:image>"
                '<draw:image xlink:href="file:///home/ada/Users.jpg"/><!-- Ada -->')
        path = office_corpus.odt(self.path("c.odt"), self.photo, body, {"media/film.mp4": film})
        self.assertIn("Ada Example", self.inside(path)["person"])
        left = self.cleaned(path)
        self.assertEqual(list(left)[0], "mimetype")
        text = left["content.xml"]
        for word in (b"<text:meta>Hello <text:span>BOLD</text:span></text:meta>", b"Note", b"Pictures/1.jpg",
                     b"https://example.org/a", b'"./Object 1"'):
            self.assertIn(word, text)
        self.assertNotIn(b"home", text)
        self.assertNotIn(b"ObjectReplacements", text)
        inline = base64.b64decode(text.split(b"binary-data>")[1].partition(b"<")[0])
        self.assertNotIn(b"iPhone", inline)
        self.assertTrue(inline.startswith(b"\xff\xd8\xff"))
        self.assertNotIn(b"humbnail", left["META-INF/manifest.xml"])
        self.assertIn(b"Description", left["manifest.rdf"])
        self.assertIn(b"acceleratorlist", left["Configurations2/accelerator/current.xml"])
        self.assertIn(b"libraries.dtd", left["Basic/script-lc.xml"])
        self.assertIn(b"ViewLeft", left["settings.xml"])
        self.refused(office_corpus.odt(path, self.photo, "", {"Scripts/a.py": b"# Ada"}), "PY")
        module = "<module>REM by Ada</module>"
        self.refused(office_corpus.odt(path, self.photo, "", {"Basic/Standard/Module1.xml": module}), "Module1.xml")

    def test_a_file_of_libreoffice_in_pieces_is_refused_and_rdf_in_a_text_goes(self):
        photo, path = base64.b64encode(self.photo).decode(), self.path("c.odt")
        pieces = f"<office:binary-data>{photo[:40]}<text:s/>{photo[40:]}</office:binary-data>"
        self.refused(office_corpus.odt(path, self.photo, pieces), "s")
        about = '<text:p xmlns:h="http://www.w3.org/1999/xhtml" h:property="a:b" h:content="Ada Example">Seen</text:p>'
        self.assertIn(b">Seen<", self.cleaned(office_corpus.odt(path, self.photo, about))["content.xml"])

    def test_those_who_may_write_and_their_pens_go(self):
        letter = {"word/ink/ink1.xml": ("application/inkml+xml", (
            '<i:ink xmlns:i="http://www.w3.org/2003/InkML"><i:inkSource xml:id="a" manufacturer="Ada" model="Ada" '
            'serialNo="C0FFEE"/><i:trace>1 2</i:trace></i:ink>')),
            "word/footer1.xml": (office_corpus.OFFICE + "wordprocessingml.footer+xml", (
                f'<w:ftr xmlns:w="{office_corpus.W}"><w:permStart w:id="1" w:ed="FIRM\\ada@example.org"/></w:ftr>'))}
        left = self.cleaned(office_corpus.docx(self.path("a.docx"), self.photo, letter))
        self.assertIn(b'<i:inkSource xml:id="a"/>', left["word/ink/ink1.xml"])
        self.assertIn(b'w:id="1"', left["word/footer1.xml"])
        account = "O:WDG:WDD:(A;;CC;;;S-1-5-21-C0FFEE)"
        sheet = (f'<worksheet xmlns="{office_corpus.S}"><protectedRange name="R" securityDescriptor="{account}">'
                 f"<securityDescriptor>{account}</securityDescriptor></protectedRange></worksheet>")
        left = self.cleaned(office_corpus.xlsx(self.path("b.xlsx"), {
            "xl/worksheets/sheet2.xml": (office_corpus.OFFICE + "spreadsheetml.worksheet+xml", sheet)}))
        self.assertIn(b'<protectedRange name="R"></protectedRange>', left["xl/worksheets/sheet2.xml"])

    def test_metafiles_and_bitmaps_are_refused_by_name(self):
        for name, data in {"a.emf": b"\1\0\0\0", "a.wmf": b"\xd7\xcd\xc6\x9a", "a.bmp": b"BM"}.items():
            path = office_corpus.docx(self.path("a.docx"), self.photo, {"word/media/" + name: ("image/x", data + b"Ada")})
            self.refused(path, name[2:].upper())

    def test_a_text_whose_kind_stands_last_in_it_is_cleaned_and_says_it_first(self):
        path = office_corpus.odt(self.path("c.odt"), self.photo, "")
        with zipfile.ZipFile(path) as package:
            parts = {name: package.read(name) for name in sorted(package.namelist())}
        parts["mimetype"] = parts.pop("mimetype")
        corpus.package(path, parts)
        left = self.changed("without-metadata", path)
        self.assertClean(left)
        with open(left, "rb") as file:
            self.assertEqual(file.read(30 + 8 + 39)[30:], b"mimetypeapplication/vnd.oasis.opendocument.text")

    def test_a_font_is_one(self):
        font, kind = b"\0\1\0\0\0\1" + bytes(26), office_corpus.OFFICE + "obfuscatedFont"
        fonts = {"Fonts/a.ttf": font, "Fonts/b.ttf": self.photo}
        left = self.cleaned(office_corpus.odt(self.path("c.odt"), self.photo, "", fonts))
        self.assertEqual(left["Fonts/a.ttf"], font)
        self.cleaned(office_corpus.docx(self.path("a.docx"), self.photo, {"word/fonts/font2.odttf": (kind, self.photo)}))
        self.refused(office_corpus.odt(self.path("c.odt"), self.photo, "", {"Fonts/a.ttf": b"true story of Ada"}), "TTF")


class DrawingTests(DocumentTestCase):
    def drawing(self, *contents):
        return os.fsdecode(self.file("s.svg", SVG_HEAD + b"".join(contents) + b"</svg>"))

    def image(self, kind, data):
        return b'<image xlink:href="data:%s,%s" width="4" height="4"/>' % (kind, data)

    def test_a_description_is_told_and_goes_and_a_title_that_browsers_show_stays(self):
        path = self.drawing(b"<title>Map</title><g><desc>Of Ada at 46.94809, 7.44744</desc></g>")
        found = self.inside(path)
        self.assertEqual((found["text"], found["location"]), (["Of Ada at 46.94809, 7.44744"], ["46.95° N, 7.45° E"]))
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"<title>Map</title>")
        self.assertSays(left, b"Ada", says=False)
        self.assertEqual(self.inside(left), {})

    def test_pictures_in_addresses_are_cleaned_as_files(self):
        png = content(corpus.with_chunks(corpus.photo(self.path("inner.png")), PNG_TEXT))
        inner = SVG_HEAD + b"<!-- Ada --><metadata>Ada</metadata></svg>"
        path = self.drawing(
            self.image(b"image/png;base64", base64.b64encode(png)),
            self.image(b"image/jpg;charset=utf-8;base64", base64.b64encode(self.photo)),
            self.image(b"image/jpeg;base64", base64.b64encode(content(corpus.picture(self.path("p.jpg"))) + b"Ada" * 40)),
            self.image(b"image/svg+xml;base64", base64.b64encode(inner)),
            b'<rect style="fill:url(data:image/png;base64,%s)"/>' % base64.b64encode(png))
        before = pixels(path)
        left = self.changed("without-metadata", path)
        found = [word.split(b'"')[0].split(b"&")[0] for word in content(left).split(b";base64,")[1:]]
        self.assertEqual(len(found), 5)
        for picture in map(base64.b64decode, found):
            for word in SECRETS:
                self.assertNotIn(word, picture)
        self.assertEqual(pixels(left), before)

    def test_paths_and_comments_of_css_go_and_links_stay(self):
        path = self.drawing(
            b'<image href="file:///home/ada/secret.jpg"/><image href="C:\\Users\\Ada\\a.png"/><style>/* by Ada */ rect '
            b'{ fill: red }'
            b' @import "file:///home/ada/a.css"; text { fill: url(file:///home/ada/b.svg#a) }</style><a '
            b'href="https://example.org/"/>'
            b'<use href="#a"/><rect style="fill:red;/*Ada*/" width="4" height="4"/>')
        before = pixels(path)
        left = self.changed("without-metadata", path)
        self.assertSays(left, b"ada", b"Ada", says=False)
        self.assertSays(left, b"https://example.org/", b'"#a"', b"rect { fill: red }")
        self.assertEqual(pixels(left), before)

    def test_what_is_not_known_is_refused(self):
        self.refused(self.drawing(self.image(b"audio/mpeg;base64", base64.b64encode(b"ID3 Ada"))), "MP3")
        for address in (b"data:image/png;base64,QWRh", b"#a; DATA:image/jpeg ;base64,QWRh", b"da&#10;ta:,A",
                        b"data:image/jpeg;charset=&quot;x&quot;,A"):
            self.refused(self.drawing(b'<animate attributeName="href" values="%s"/>' % address), "data:")
        for style, kind in (
            (b"a { fill: url(data:image/png;base64,QWRh)<g/> }", "CSS"), (b"a { fill: url(file:///home/ada", "CSS"),
            (b"a { fill: url(#a); mask: image-set('data:,A' 1x) }", "data:"), (b"a { b: u\\72l(d\\61ta:,A) }", "data:"),
        ):
            self.refused(self.drawing(b"<style>%s</style>" % style), kind)
        self.refused(self.drawing(b'<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" srcdoc="&lt;!--Ada-->"/>'), "srcdoc")
        path = self.file("a.svg", b"<?xml version='1.0'?><root xmlns='urn:a'>Ada</root>")
        self.assertIn("is damaged", self.fails("without-metadata", os.fsdecode(path)))


    def test_scripts_go(self):
        left = self.changed("without-metadata", self.drawing(
            b'<script>"data:,Ada /home/ada"</script><rect id="data:" title="Chart data: red" onclick="ada()"/>'))
        self.assertSays(left, b"ada", b"Ada", says=False)
        self.assertSays(left, b'id="data:" title="Chart data: red"')

    def test_a_doctype_says_which_one_it_is(self):
        """Illustrator's entities replace their references, and a photo in one is cleaned."""
        photo = base64.b64encode(self.photo)
        declared = (
            b'<!ENTITY ns "http://www.w3.org/2000/svg"><!ENTITY st0 "fill:red;font-family:\'A\';"><!ENTITY not "Ada /home/ada">'
            b'<!ENTITY photo "data:image/jpeg;base64,%s"><!ATTLIST svg by CDATA "Ada"><!NOTATION n SYSTEM "/home/ada/a">' % photo)
        public = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"'
        drawn = b'<svg xmlns="&ns;" width="8" height="8"><rect style="&st0;" width="4" height="4"/><image href="&photo;"/></svg>'
        path = os.fsdecode(self.file("s.svg", public + b" [" + declared + b"]>" + drawn))
        left = self.changed("without-metadata", path)
        self.assertSays(left, photo, b"Ada", b"ada", b"DOCTYPE", says=False)
        self.assertSays(left, b'xmlns="http://www.w3.org/2000/svg"')
        self.assertNotIn(b"iPhone", base64.b64decode(content(left).split(b"base64,")[1].split(b'"')[0]))
        plain = b'<rect style="fill:red" width="4" height="4"/><image href="data:image/jpeg;base64,%s"/>' % photo
        self.assertEqual(pixels(left), pixels(self.drawing(plain)))
        os.unlink(left)
        left = self.changed("without-metadata", os.fsdecode(self.file("s.svg", public + b">" + SVG_HEAD + b"</svg>")))
        self.assertSays(left, public)
        os.unlink(left)
        for wrong in (b"<!ENTITY a '<g/>'>", b"<!ENTITY a SYSTEM 'a'>", b"<!ENTITY a '%s'>" % (b"A" * 9999)):
            path = self.file("s.svg", b"<!DOCTYPE svg [" + wrong + b"]>" + SVG_HEAD + b"&a;" * 99 + b"</svg>")
            self.assertIn("is damaged", self.fails("without-metadata", os.fsdecode(path)))
