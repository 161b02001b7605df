# SPDX-License-Identifier: Apache-2.0
"""EPUBs without facts about people, read by unzip and by the inspector."""
import zipfile

import corpus
from cases import TransformTestCase

BOOK = '''<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:calibre="http://calibre.kovidgoyal.net/2009/metadata">
<dc:title>Waves</dc:title><dc:language>he</dc:language><dc:creator id="c">Ada Example</dc:creator>
<meta refines="#c" property="file-as">Example, Ada</meta><dc:identifier id="id">ada-1</dc:identifier>
<dc:coverage>Bern</dc:coverage><dc:description>Of Ada</dc:description>
<meta property="dcterms:modified">2024-05-01T10:00:00Z</meta><meta name="generator" content="SecretWriter"/>
<meta name="cover" content="cover"/><meta property="rendition:layout">pre-paginated</meta></metadata>
<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="ncx" href="toc.ncx"
media-type="application/x-dtbncx+xml"/><item id="cover" href="cover.jpg" media-type="image/jpeg"/><item id="s" href="s.css"
media-type="text/css"/><item id="f" href="f.otf" media-type="font/otf"/>%s</manifest>
<spine page-progression-direction="rtl" toc="ncx"><itemref idref="a"/></spine></package>'''
CONTAINER = '''<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile
full-path="OPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'''
NCX = '''<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><head><meta name="dtb:uid" content="ada-1"/>
<meta name="dtb:generator" content="SecretWriter"/></head><docTitle><text>Waves</text></docTitle>
<docAuthor><text>Ada Example</text></docAuthor><navMap/></ncx>'''
PAGE = '''<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>A</title>
<meta name="author" content="Ada Example"/><meta name="viewport" content="width=600"/><link rel="stylesheet" href="s.css"/>
<style>p { margin: 0 }
q { margin: 0 }</style><!-- C:\\Users\\ada\\a.docx --></head>
<body><p epub:type="z3998:poem">Words on a page</p><img src="cover.jpg" alt="Sea"/>%s
<svg xmlns="http://www.w3.org/2000/svg"><metadata>Ada Example</metadata></svg></body></html>'''
ENCRYPTION = '''<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
<enc:EncryptedData><enc:EncryptionMethod Algorithm="%s"/><enc:CipherData><enc:CipherReference URI="OPS/f.otf"/></enc:CipherData>
</enc:EncryptedData></encryption>'''


class BookTests(TransformTestCase):
    def book(self, name, listed="", page="", **parts):
        with open(corpus.photo(self.path("cover.jpg")), "rb") as file:
            cover = file.read()
        return corpus.package(self.path(name), {
            "mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER, "OPS/content.opf": BOOK % listed,
            "OPS/a.xhtml": PAGE % page, "OPS/toc.ncx": NCX, "OPS/cover.jpg": cover, "OPS/f.otf": b"OTTO\0",
            "OPS/s.css": "p { color: red } /* Ada Example */", "META-INF/calibre_bookmarks.txt": "Ada Example"} | parts)

    def parts(self, path):
        with zipfile.ZipFile(path) as book:
            return {name: book.read(name) for name in book.namelist()}

    def test_a_book_names_nobody_and_is_read_as_before(self):
        path = self.book("a.epub")
        found = self.inside(path)
        for kind, value in {"location": "Bern", "person": "Ada Example", "text": "Of Ada", "software": "SecretWriter",
                            "time": "2024-05-01T10:00:00Z", "device": "iPhone 15"}.items():
            self.assertIn(value, found[kind])
        self.assertNotIn("Waves", str(found))
        left = self.changed("without-metadata", path)
        parts = self.parts(left)
        self.assertEqual((next(iter(parts)), "META-INF/calibre_bookmarks.txt" in parts), ("mimetype", False))
        content = b"".join(parts.values())
        for word in (b"Ada", b"ada-1", b"Bern", b"SecretWriter", b"2024", b"ada\\", b"iPhone", b"calibre"):
            self.assertNotIn(word, content)
        for word in (
            b"<dc:title>Waves", b">he<", b"Words on a page", b'epub:type="z3998:poem"', b'property="rendition:layout">pre-pag',
            b'name="cover" content="cover"', b'="rtl"', b"width=600",
            b'"stylesheet" href="s.css"', b'src="cover.jpg"', b"{ color: red }",
            b"<style>p { margin: 0 }\nq {",
        ):
            self.assertIn(word, content)
        identifier = parts["OPS/content.opf"].split(b'identifier id="id">')[1].split(b"<")[0]
        self.assertIn(b'content="%s"' % identifier, parts["OPS/toc.ncx"])
        self.assertEqual(self.inside(left), {})

    def test_fonts_that_are_blended_keep_the_identifier_and_what_needs_a_key_is_refused(self):
        for number, algorithm in enumerate(("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")):
            encryption = {"META-INF/encryption.xml": ENCRYPTION % algorithm, "OPS/f.otf": b"\1\2\3"}
            left, = self.changed_each("without-metadata", self.book(f"{number}.epub", **encryption))
            parts = self.parts(left)
            self.assertIn(b">ada-1<", parts["OPS/content.opf"])
            self.assertEqual(parts["OPS/f.otf"], b"\1\2\3")
            self.assertEqual(self.inside(left), {})
        locked = {"META-INF/encryption.xml": ENCRYPTION % "http://www.w3.org/2001/04/xmlenc#aes128-cbc"}
        self.assertIn("DRM", self.fails("without-metadata", path := self.book("b.epub", **locked)))
        self.inside(path, is_whole=False)

    def test_what_is_not_known_to_be_clean_is_refused(self):
        for part, arguments in {
            "script": {"page": "<script>var author = 'Ada'</script>"},
            "a.bin": {"listed": '<item id="b" href="a.bin" media-type="application/x-strange"/>', "OPS/a.bin": "Ada"},
            "left.jpg": {"page": '<img src="left.jpg" alt=""/>', "OPS/left.jpg": b""},
            "MP3": {"listed": '<item id="b" href="a.mp3" media-type="audio/mpeg"/>', "OPS/a.mp3": b"ID3"},
        }.items():
            path = self.book("a.epub", **arguments)
            self.assertIn(part, self.fails("without-metadata", path))
            self.inside(path, is_whole=False)
