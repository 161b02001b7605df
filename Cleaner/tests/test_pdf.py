# SPDX-License-Identifier: Apache-2.0
"""PDFs without metadata, read by Poppler and as bytes unpacked by qpdf, and the inspector's facts about
them."""
import base64, os, time, zlib

import corpus
from cases import TransformTestCase
from support import file_item

UNPACK = """
import pikepdf, sys
with pikepdf.open(sys.argv[1]) as pdf:
    pdf.save(sys.argv[2], qdf=True, object_stream_mode=pikepdf.ObjectStreamMode.disable, static_id=True)
"""
LOCK = """
import pikepdf, sys
pikepdf.open(sys.argv[1]).save(sys.argv[2], encryption=pikepdf.Encryption(owner="a", user=sys.argv[3], R=4))
"""
IMAGE = b"/Type/XObject/Subtype/Image/Width 96/Height 64/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>"
WORDS = b"q 90 0 0 60 10 10 cm /I Do Q BT /F1 12 Tf 10 100 Td (Words on a page) Tj ET"


def stream(head, data):
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(data), data)


class PDFTests(TransformTestCase):
    def setUp(self):
        super().setUp()
        with open(corpus.photo(self.path("inner.jpg")), "rb") as file:
            self.photo = file.read()

    def pdf(self, root=b"", page=b"", more=(), words=WORDS, image=None, trailer=b"", behind=b""):
        """Writes a page with a photo. Further objects have numbers from 8."""
        image = image or stream(IMAGE + b"/DCTDecode", self.photo)
        objects = [
            b"<</Type/Catalog/Pages 2 0 R%s>>" % root, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE + page + b">>",
            stream(b"", words), b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>", image,
            b"<</Author(Ada Example)/Title(Ada plan)>>", *more]
        data, places = b"%PDF-1.7\n", []
        for number, content in enumerate(objects, 1):
            places.append(len(data))
            data += b"%d 0 obj%s endobj\n" % (number, content)
        size, start = len(objects) + 1, len(data)
        data += b"xref\n0 %d\n0000000000 65535 f \n" % size + b"".join(b"%010d 00000 n \n" % place for place in places)
        data += b"trailer<</Size %d/Root 1 0 R/Info 7 0 R/ID[(Ada)(Ada)]%s>>\nstartxref\n%d\n%%%%EOF\n%s" % (size, trailer, start, behind)
        return os.fsdecode(self.file("a.pdf", data))

    def cleaned(self, path, *gone):
        """Cleans a PDF and asserts that no secret is left; returns the copy's path and its unpacked bytes."""
        left, unpacked = self.changed("without-metadata", path), self.path("unpacked.pdf")
        os.rename(left, left := self.path("left.pdf"))
        corpus.run("/usr/bin/python3", "-c", UNPACK, left, unpacked)
        with open(unpacked, "rb") as file:
            content = file.read()
        for word in (b"Ada", b"A\0d\0a", b"iPhone", b"Bern", b"mat2", b"cairo", *gone):
            self.assertNotIn(word, content)
        self.assertIn(b"Words on a page", corpus.run("pdftotext", left, "-"))
        self.assertNotRegex(corpus.run("pdfinfo", left), b"Author|Title|Creator|Producer|Date")
        self.assertEqual(self.inside(left), {})
        return left, content

    def test_links_forms_bookmarks_and_tags_stay(self):
        path = self.pdf(
            root=b"/Outlines 8 0 R/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>/Lang(de)/AcroForm<</Fields[13 0 R]/DA(/F1 0 Tf)>>"
                 b"/Names<</Dests<</Names[(here)[3 0 R/Fit]]>>>>",
            page=b"/StructParents 0/Annots[12 0 R 13 0 R]",
            words=b"/P <</MCID 0>> BDC " + WORDS + b" EMC",
            more=[
                b"<</Type/Outlines/First 9 0 R/Last 9 0 R/Count 1>>", b"<</Title(Bookmark)/Parent 8 0 R/Dest(here)>>",
                b"<</Type/StructTreeRoot/K 11 0 R/RoleMap<</Ours/P>>>>",
                b"<</Type/StructElem/S/Ours/P 10 0 R/Pg 3 0 R/K 0/Alt(Read aloud)>>",
                b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org/)>>>>",
                b"<</Type/Annot/Subtype/Widget/FT/Tx/T(field)/V(filled in)/Rect[9 9 90 90]/M(D:20240501)/AA<</K<</S/JavaScript/JS(Ada)>>>>>>",
            ])
        left, content = self.cleaned(path, b"JavaScript", b"D:2024")
        self.assertIn(b"https://example.org/", corpus.run("pdfinfo", "-url", left))
        self.assertIn(b'"here"', corpus.run("pdfinfo", "-dests", left))
        self.assertRegex(corpus.run("pdfinfo", "-struct", left), rb"P(aragraph)?\b|Ours")
        for word in (b"(Bookmark)", b"(filled in)", b"(field)", b"(Read aloud)", b"/Ours /P", b"(de)"):
            self.assertIn(word, content)

    def test_what_says_more_goes(self):
        """Attachments, scripts, a picture's XMP, a thumbnail, Illustrator's own data, a remark's author,
        paths, and keys beside the root."""
        local = b"file:///home/Ada/a.pdf"
        path = self.pdf(
            root=b"/Metadata 8 0 R/Names<</EmbeddedFiles<</Names[(Ada.txt)9 0 R]>>/JavaScript<</Names[(Ada)<</S/JavaScript/JS(Ada)>>]>>>>"
                 b"/AF[9 0 R]/OpenAction<</S/JavaScript/JS(Ada)>>/AA<</WC<</S/JavaScript/JS(Ada)>>>>",
            page=b"/PieceInfo<</Illustrator<</Private 8 0 R>>>>/LastModified(D:20240501)/Thumb 6 0 R/Annots[11 0 R 12 0 R 13 0 R]",
            more=[
                stream(b"/Type/Metadata/Subtype/XML", b"<x>Ada</x>"), b"<</Type/Filespec/F(Ada.txt)/EF<</F 10 0 R>>>>",
                stream(b"/Type/EmbeddedFile", b"Ada's file"),
                b"<</Type/Annot/Subtype/Text/T(Ada)/Contents(A remark)/M(D:20240501)/NM(Ada-1)/Rect[0 0 9 9]>>",
                b"<</Type/Annot/Subtype/FileAttachment/FS 9 0 R/Rect[0 0 9 9]>>",
                b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(%s)>>/PTEX.FileName(/home/Ada)>>" % local,
                stream(b"/Type/XObject", b"Ada's source"),
            ], trailer=b"/DocChecksum/Ada/AdditionalStreams[(Ada) 14 0 R]")
        _, content = self.cleaned(path, b"JavaScript", b"D:2024", b"PieceInfo", b"/Thumb", b"EmbeddedFile", b"/home")
        self.assertIn(b"(A remark)", content)
        self.assertIn(b"(Author)", content)

    def test_former_versions_and_what_nothing_leads_to_go(self):
        path = self.pdf()
        with open(path, "rb") as file:
            first = file.read()
        former = first.replace(b"(Words on a page)", b"(Ada's draft !!)")
        place = len(former)
        former += b"4 0 obj" + stream(b"", WORDS) + b" endobj\n"
        former += b"xref\n4 1\n%010d 00000 n \ntrailer<</Size 8/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF\n" % (
            place, first.rindex(b"xref\n0"), former.rindex(b"endobj") + 7)
        self.cleaned(os.fsdecode(self.file("a.pdf", former)), b"draft")

    def test_comments_in_what_draws_a_page_go_and_percent_signs_stay(self):
        path = self.pdf(words=b"% by Ada\n" + WORDS + b" BT /F1 9 Tf (100% \\(5%)Tj ET\n%Ada\n")
        left, _ = self.cleaned(path)
        self.assertIn(b"100% (5%", corpus.run("pdftotext", left, "-"))

    def test_photos_lose_all_that_is_not_seen_and_look_as_they_did(self):
        """A JFIF thumbnail, a second picture (MPF), bytes behind the end, a photo without an end, and one
        that is compressed again."""
        body = self.photo[2:]
        extra = b"\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xe0\0\x0cJFXX\0\x10Ada.\xff\xe2\0\x0aMPF\0Ada."
        photo = b"\xff\xd8" + extra + body
        for image in (
            stream(IMAGE + b"/DCTDecode", photo + b"junk\nendstream\nAda tail"), stream(IMAGE + b"/DCTDecode", photo[:-2]),
            stream(IMAGE + b"[/FlateDecode/DCTDecode]", zlib.compress(photo)),
            stream(IMAGE + b"[/ASCII85Decode/DCTDecode]", base64.a85encode(photo) + b"~>"),
        ):
            path = self.pdf(image=image)
            self.assertEqual(self.inspected(file_item(path))[0][0]["location"], ["46.95° N, 7.45° E"])
            left, content = self.cleaned(path, b"JFXX", b"MPF")
            self.assertIn(b"jpeg", corpus.run("pdfimages", "-list", left))
            self.assertEqual(corpus.run("pdftoppm", "-r", "72", left), corpus.run("pdftoppm", "-r", "72", path))

    def test_what_the_walk_does_not_know_is_drawn_by_mat2(self):
        """A film in an annotation, and a form in XML; without mat2 such a file is refused."""
        film = dict(page=b"/Annots[8 0 R]", more=[b"<</Type/Annot/Subtype/Movie/Movie<</F(Ada.avi)>>/Rect[0 0 9 9]>>"])
        form = dict(root=b"/AcroForm<</Fields[]/XFA 8 0 R>>", more=[stream(b"", b"<x>Ada</x>")])
        for parts in (film, form):
            self.cleaned(self.pdf(**parts), b"XFA", b"Movie")

    def test_a_photo_that_cannot_be_read_is_drawn(self):
        broken = self.photo[:2] + b"\xff\xfe\0\6Ada.junk" + self.photo[2:]
        self.cleaned(self.pdf(image=stream(IMAGE + b"/DCTDecode", broken)))

    def test_what_draws_a_page_and_cannot_be_unpacked_is_drawn(self):
        """A remark's drawing, of which Poppler reads as much as it can."""
        path = self.pdf(page=b"/Annots[8 0 R]", more=[
            b"<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/AP<</N 9 0 R>>>>",
            stream(b"/Subtype/Form/BBox[0 0 9 9]/Filter/FlateDecode/DecodeParms<</Predictor 99>>", zlib.compress(b"q % Ada"))])
        self.inside(path, is_whole=False)
        self.cleaned(path)

    def test_a_password_is_said(self):
        locked = self.path("locked.pdf")
        corpus.run("/usr/bin/python3", "-c", LOCK, self.pdf(), locked, "b")
        self.inside(locked, is_whole=False)
        self.assertIn("password", self.fails("without-metadata", locked))

    def test_one_that_is_encrypted_without_a_password_is_read(self):
        locked = self.path("locked.pdf")
        corpus.run("/usr/bin/python3", "-c", LOCK, self.pdf(), locked, "")
        self.assertEqual(self.inside(locked)["person"], ["Ada Example"])
        self.cleaned(locked)

    def test_those_who_commented_are_told_and_fields_are_nobody(self):
        """Names as people's programs write them: Latin, in UTF-16, and in hexadecimal digits."""
        remark = b"<</Type/Annot/Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[0 0 9 0 0 9 9 9]/T%s>>"
        field = b"<</Type/Annot/Subtype/Widget/FT/Tx/T(Street)/V(x)/Rect[9 9 90 90]>>"
        for written, name in {
            b"(Ada M\\374ller)": "Ada Müller",
            b"<feff" + "Аня Ада".encode("utf-16-be").hex().encode() + b">": "Аня Ада",
            b"(\xfe\xff" + "עדה".encode("utf-16-be") + b")": "עדה",
        }.items():
            path = self.pdf(root=b"/AcroForm<</Fields[9 0 R]>>", page=b"/Annots[8 0 R 9 0 R]", more=[remark % written, field])
            self.assertEqual(set(self.inside(path)["person"]), {"Ada Example", name})
            left, content = self.cleaned(path)
            self.assertIn(b"(Street)", content)

    def test_what_goes_is_told(self):
        link = b"<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(file:///home/ada/a.pdf)>>>>"
        signature = b"<</Type/Annot/Subtype/Widget/FT/Sig/Rect[0 0 9 9]/V<</Type/Sig/Name(Ada Signer)/Location(Bern)>>>>"
        layer = b"<</Type/OCG/Name(Roads)/Usage<</User<</Type/Ind/Name(Ada Reader)>>>>>>"
        metadata = stream(b"/Type/Metadata/Subtype/XML", corpus.xmp(b'xmlns:t="http://ns.adobe.com/tiff/1.0/" t:Artist="Ada A"'))
        attached = dict(root=b"/Names<</EmbeddedFiles<</Names[(a)8 0 R]>>>>", more=[b"<</Type/Filespec/F(Ada.txt)>>"])
        plain = stream(IMAGE + b"/DCTDecode", self.photo[:2] + self.photo[self.photo.index(b"\xff\xdb") :])
        cases = (
            (dict(page=b"/Annots[8 0 R]", more=[link]), "software", "file:///home/ada/a.pdf"),
            (dict(page=b"/Annots[8 0 R]", more=[signature]), "person", "Ada Signer"),
            (dict(page=b"/Annots[8 0 R]", more=[signature]), "location", "Bern"),
            (dict(page=b"/VP[<</Measure<</Subtype/GEO/GPTS[33.5 -70 34 -71]>>>>]"), "location", "33.5° N, 70° W"),
            (dict(root=b"/OCProperties<</OCGs[8 0 R]/D<</Order[8 0 R]>>>>", more=[layer]), "person", "Ada Reader"),
            (dict(page=b"/Metadata 8 0 R", more=[metadata]), "person", "Ada A"),
            (dict(page=b"/Metadata 8 0 R", more=[stream(b"/Type/Metadata/Subtype/XML", b"")]), "other", ""),
            (dict(words=b"% by Ada\n" + WORDS), "other", ""), (dict(page=b"/PieceInfo<</Ada<<>>>>"), "other", ""),
            (dict(page=b"/LastModified(D:2024)"), "time", "D:2024"), (dict(page=b"/Thumb 6 0 R"), "preview", "thumbnail"),
            (attached, "history", "attachment"), (dict(trailer=b"/DocChecksum/Ada"), "other", ""))
        found = self.inspected(*(file_item(self.pdf(image=plain, **parts)) for parts, _, _ in cases))
        for index, (parts, kind, value) in enumerate(cases):
            values, is_whole = found[index]
            self.assertTrue(is_whole, parts)
            self.assertIn(value, values.get(kind, []), parts)

    def test_hostile_ones_are_soon_unread(self):
        many = b"%PDF-1.4\n" + b"".join(b"%d 0 obj<</A<<>>>>endobj\n" % number for number in range(20_000))
        start = time.monotonic()
        for data in (b"%PDF-1.4\n" + b"<<" * 1_000_000, b"%PDF-1.4\n" + (b"<</A " + b"x" * 3000) * 1000, many):
            self.inside(self.file("a.pdf", data), is_whole=False)
        self.assertLess(time.monotonic() - start, 15)

    def test_images_that_begin_and_have_no_data_are_soon_read(self):
        self.cleaned(self.pdf(words=WORDS + b" % Ada\n" + b"BI " * 100_000))

    def test_an_image_in_what_draws_a_page_stays(self):
        """The data of an inline image, which looks like a comment."""
        image = b" q 9 0 0 9 9 9 cm BI /W 4 /H 4 /CS /G /BPC 8 ID %123456789abcdef EI Q % Ada\n"
        path = self.pdf(words=WORDS + image)
        left, _ = self.cleaned(path)
        self.assertEqual(corpus.run("pdftoppm", "-r", "72", left), corpus.run("pdftoppm", "-r", "72", path))

    def test_one_that_needs_too_much_memory_is_unread_and_the_next_one_is_read(self):
        packing = zlib.compressobj(1, zlib.DEFLATED, -15)
        zeros = packing.compress(bytes(1 << 26)) + packing.flush(zlib.Z_FULL_FLUSH)
        packed = b"\x78\x01" + zeros * 40 + b"\3\0"
        os.rename(self.pdf(image=stream(IMAGE + b"[/FlateDecode/DCTDecode]", packed)), bomb := self.path("bomb.pdf"))
        found = self.inspected(file_item(bomb), file_item(self.pdf()))
        self.assertEqual([found[index][1] for index in range(2)], [False, True])

    def test_two_names_of_one_object_are_no_damage(self):
        """cairo has written such resources."""
        twice = b"<</ExtGState<</x8 8 0 R/x8 8 0 R>>/Font<</F1 5 0 R>>/XObject<</I 6 0 R>>>>"
        path = self.pdf(more=[b"<</CA 1>>"])
        with open(path, "rb") as file:
            data = file.read()
        place = data.index(b"<</Font")
        data = data.replace(data[place : data.index(b">>>>", place) + 4], twice)
        self.cleaned(os.fsdecode(self.file("a.pdf", data)))

    def test_a_key_that_leads_to_nothing_is_no_damage(self):
        self.cleaned(self.pdf(page=b"/Tabs 99 0 R/Quack 99 0 R", trailer=b"/Quack 99 0 R"))

    def test_lists_that_lead_to_themselves_have_an_end(self):
        self.cleaned(self.pdf(page=b"/Tabs 8 0 R/Quack 9 0 R", more=[b"[8 0 R 8 0 R]", b"[9 0 R 9 0 R]"]))

    def test_scanned_pages_are_not_encoded_anew(self):
        scan = corpus.picture(self.path("scan.jpg"), 1240, 1754, save="[Q=90]")
        pages = ["/usr/bin/python3", "-c", SCANNED, scan, self.path("scan.pdf")]
        corpus.run(*pages)
        before = corpus.run("pdftoppm", "-r", "10", pages[-1])
        left = self.changed("without-metadata", pages[-1])
        self.assertEqual(corpus.run("pdftoppm", "-r", "10", left), before)


SCANNED = """
import pikepdf, sys
pdf = pikepdf.new()
for number in range(30):
    image = pikepdf.Stream(pdf, open(sys.argv[1], "rb").read())
    image.Type, image.Subtype, image.Width, image.Height = pikepdf.Name.XObject, pikepdf.Name.Image, 1240, 1754
    image.ColorSpace, image.BitsPerComponent, image.Filter = pikepdf.Name.DeviceRGB, 8, pikepdf.Name.DCTDecode
    page = pdf.add_blank_page(page_size=(595, 842))
    page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=pdf.make_indirect(image)))
    page.Contents = pikepdf.Stream(pdf, b"q 595 0 0 842 0 0 cm /I Do Q")
pdf.save(sys.argv[2])
"""
