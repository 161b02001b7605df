// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import CGIO
import CLinux
import Glibc

import SessionBus
import SheetSession
import StrictJSON
import TestSupport
import Testing

/// Thumbnails of real files, from a real cache, by the real activity-draw.
@Suite(.serialized)
struct ThumbnailLoaderTests {
    /// A file and a cache folder, and a loop to wait in.
    private final class Desk {
        let scratch = Scratch()
        let path: String
        private let type: String
        var loader: ThumbnailLoader?

        init(
            _ name: String = "photo.jpg", type: String = "image/jpeg", _ bytes: [UInt8]? = [1],
            dataFolders: [String]? = nil, program: String = Checkout.program("activity-draw"),
            timeout: Int = Int(HangLimit.milliseconds)
        ) {
            path = scratch(name)
            self.type = type
            if let bytes { Files.write(path, bytes) }
            loader = ThumbnailLoader(
                cacheFolder: scratch("cache"), dataFolders: dataFolders ?? [scratch("data")],
                program: program,
                timeout: timeout)
        }

        /// Names a program that makes thumbnails of JPEGs.
        func name(thumbnailer exec: String, _ more: String = "") {
            scratch.folder("data/thumbnailers")
            Files.write(
                scratch("data/thumbnailers/a.thumbnailer"),
                "[Thumbnailer Entry]\nMimeType=image/jpeg;image/webp;\nExec=\(exec)\n\(more)\n")
        }

        var uri: String { "file://" + path }
        var item: Item { Item(Representation(type: type, uri: uri)) }

        /// Texts in a thumbnail of the file.
        var texts: KeyValuePairs<String, String> { ["Thumb::URI": uri, "Thumb::MTime": "\(time)"] }

        var time: Int {
            var status = stat()
            return stat(path, &status) == 0 ? status.st_mtim.tv_sec : 0
        }

        /// Where a thumbnail of the file belongs; the folder is there.
        func place(_ size: String = "large", of uri: String? = nil) -> String {
            scratch.folder("cache/thumbnails/\(size)") + "/" + Self.digest(uri ?? self.uri) + ".png"
        }

        static func digest(_ uri: String) -> String {
            let digest = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1)
            defer { g_free(digest) }
            return digest.map { String(cString: $0) } ?? ""
        }

        func thumbnail(_ pixels: Int = 88) -> Thumbnail? {
            var answers: [Thumbnail?] = []
            loader?.load(item, pixels: pixels) { answers.append($0) }
            wait { !answers.isEmpty }
            return answers.first ?? nil
        }

        func wait(until isDone: () -> Bool) {
            var isLate = false
            let timer = Source(after: HangLimit.duration) { isLate = true }
            withExtendedLifetime(timer) { Loop.run { isLate || isDone() } }
            #expect(!isLate, "nothing has come")
        }
    }

    private static func picture(
        _ side: Int = 96, _ texts: KeyValuePairs<String, String> = [:], _ colour: PNG.Pixel = [9, 8, 7, 255]
    ) -> [UInt8] {
        PNG.make(width: side, height: side / 2, texts: texts) { _, _ in colour }
    }

    private static func whole(_ width: Int, _ height: Int, _ colour: PNG.Pixel = [9, 8, 7, 255]) -> Thumbnail
    {
        let pixels = Array(repeatElement(colour, count: width * height).joined())
        return Thumbnail(width: width, height: height, pixels: pixels)
    }

    // MARK: The cache

    @Test func aThumbnailInTheCacheIsTaken() {
        Loop.ofItsOwn {
            // The example of the standard.
            #expect(Desk.digest("file:///home/jens/photos/me.png") == "c6ee772d9e49320e97ec29a7eb5b1697")
            let desk = Desk()
            Files.write(desk.place(), Self.picture(256, desk.texts))
            #expect(desk.thumbnail() == Self.whole(88, 44))
        }
    }

    @Test(arguments: [
        (["normal", "large", "x-large"], 88, 128), (["normal", "large", "x-large"], 256, 256),
        (["normal", "x-large"], 256, 512), (["normal", "xx-large"], 256, 1024), (["normal"], 256, 128),
        (["normal", "large"], 512, 256),
    ])
    func theSmallestThatIsLargeEnoughIsTaken(folders: [String], pixels: Int, taken: Int) {
        Loop.ofItsOwn {
            let desk = Desk()
            for folder in folders {
                let side = ["normal": 128, "large": 256, "x-large": 512][folder] ?? 1024
                // Told apart by their colours; what they measure is all the same.
                Files.write(desk.place(folder), Self.picture(16, desk.texts, [UInt8(side / 8), 0, 0, 255]))
            }
            #expect(desk.thumbnail(pixels)?.pixels.first == UInt8(taken / 8))
        }
    }

    @Test func itsNameIsThatOfTheCanonicalURI() {
        Loop.ofItsOwn {
            let desk = Desk("å b#.jpg")
            let uri = "file://\(desk.scratch.path)/%C3%A5%20b%23.jpg"
            Files.write(
                desk.place(of: uri), Self.picture(96, ["Thumb::URI": uri, "Thumb::MTime": "\(desk.time)"]))
            var answer: Thumbnail??
            let spelled = "file://localhost\(desk.scratch.path)/.//%c3%a5%20b%23.jpg"
            desk.loader?.load(Item(Representation(type: "image/jpeg", uri: spelled)), pixels: 88) {
                answer = $0
            }
            desk.wait { answer != nil }
            #expect(answer == Self.whole(88, 44))
        }
    }

    /// Faults of what lies in the cache, each made at that place.
    private static let faults: [(String, @Sendable (Desk, _ place: String) -> Void)] = [
        ("nothing", { _, _ in }),
        (
            "out of date",
            { Files.write($1, picture(96, ["Thumb::URI": $0.uri, "Thumb::MTime": "\($0.time - 1)"])) }
        ),
        (
            "another's",
            { Files.write($1, picture(96, ["Thumb::URI": "file:///b", "Thumb::MTime": "\($0.time)"])) }
        ),
        ("without a word", { Files.write($1, picture()) }),
        (
            "a link",
            {
                $0.scratch.write("elsewhere.png")
                Files.write($0.scratch("elsewhere.png"), picture(96, $0.texts))
                symlink($0.scratch("elsewhere.png"), $1)
            }
        ),
        ("a pipe", { mkfifo($1, 0o600) }),
        ("a folder", { Files.makeFolder($1) }),
        ("empty", { Files.write($1, "") }),
        ("no PNG", { Files.write($1, "GIF89a" + String(repeating: "\($0.uri)\0", count: 100)) }),
        ("truncated", { Files.write($1, Array(picture(96, $0.texts).prefix(10_000))) }),
        ("20,000 pixels wide", { Files.write($1, PNG.bomb(20_000, texts: $0.texts)) }),
        (
            "64 MiB",
            {
                Files.write($1, picture(96, $0.texts))
                truncate($1, 64 << 20)
            }
        ),
        (
            "unreadable",
            {
                Files.write($1, picture(96, $0.texts))
                truncate($1, 40)
            }
        ),
    ]

    @Test(arguments: faults.map(\.0))
    func whatIsWrongInTheCacheIsPassedOver(name: String) throws {
        let fault = try #require(Self.faults.first { $0.0 == name }).1
        Loop.ofItsOwn {
            let desk = Desk()
            fault(desk, desk.place())
            #expect(desk.thumbnail() == nil)
            // Another thumbnail, and where there is none the file itself, is as good as ever.
            Files.write(desk.place("x-large"), Self.picture(96, desk.texts))
            #expect(desk.thumbnail() == Self.whole(88, 44))
            let picture = Desk("photo.png", type: "image/png", Self.picture())
            fault(picture, picture.place())
            #expect(picture.thumbnail() == Self.whole(88, 44))
        }
    }

    // MARK: The file itself

    private static let drawing = Array(
        ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path fill="#090807" d="M0 0h20v10H0z"/></svg>"##
            .utf8)

    @Test(arguments: [("image/png", picture()), ("image/svg+xml", drawing)])
    func aSmallPictureIsItsOwnSource(type: String, bytes: [UInt8]) {
        Loop.ofItsOwn {
            let desk = Desk("picture", type: type, bytes)
            #expect(desk.thumbnail() == Self.whole(88, 44))
            #expect(Desk("picture", type: "image/jpeg", bytes).thumbnail() == nil)
            rename(desk.path, desk.scratch("away"))
            #expect(desk.thumbnail() == nil)
            symlink(desk.scratch("away"), desk.path)
            #expect(desk.thumbnail() == Self.whole(88, 44))
            truncate(desk.path, (1 << 20) + 1)
            #expect(desk.thumbnail() == nil)
            unlink(desk.path)
            mkfifo(desk.path, 0o600)
            #expect(desk.thumbnail() == nil)
        }
    }

    // MARK: The desktop's thumbnailers

    /// Red, 40 by 20 pixels, and to be turned by a quarter.
    private static let photo = """
        /9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0P
        EyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09P
        T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAUACgDASIAAhEBAxEB/8QAHwAAAQUBAQEB
        AQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAk
        M2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKj
        pKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAA
        AAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl
        8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmq
        srO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDn6KKK8Y/SQooooAKKKKAC
        iiigAooooAKKKKAP/9k=
        """.filter { !$0.isWhitespace }

    @Test func aPhotoIsMadeSmallByTheDesktopsProgram() throws {
        let photo = try #require(Base64.decode(Self.photo))
        Loop.ofItsOwn {
            let desk = Desk("photo.jpg", photo)
            #expect(desk.thumbnail() == nil)
            desk.name(thumbnailer: "gdk-pixbuf-thumbnailer -s %s %u %o", "TryExec=gdk-pixbuf-thumbnailer")
            let thumbnail = desk.thumbnail(32)
            #expect(thumbnail?.width == 16)
            #expect(thumbnail?.height == 32)
            #expect(thumbnail.map { $0.pixels[0] > 250 && $0.pixels[1] < 5 && $0.pixels[3] == 255 } == true)
            desk.name(thumbnailer: "gdk-pixbuf-thumbnailer -s %s %u %o", "TryExec=no-such-program")
            #expect(desk.thumbnail(32) == nil)
        }
    }

    /// Red, 40 by 20 pixels.
    private static let webp = """
        UklGRlIAAABXRUJQVlA4IEYAAACwAwCdASooABQAPjEYikOiIaEStAAgAwSzgDsAfgB+AAAzJjXcAAD\
        +96KX//2Mx+0Z/klf//wZj+DMfwZj/4T1WNH4AAAA
        """

    /// The packages of debian/control; libgdk-pixbuf2.0-bin and webp-pixbuf-loader register their programs
    /// below /usr/share.
    @Test func whatThePackageRecommendsMakesPhotosAndLargePicturesSmall() throws {
        let pictures = [
            ("image/jpeg", try #require(Base64.decode(Self.photo)), (16, 32)),
            ("image/webp", try #require(Base64.decode(Self.webp)), (32, 16)),
            ("image/png", Self.picture(800, [:], [255, 0, 0, 255]), (32, 16)),
        ]
        #expect(pictures[2].1.count > 1 << 20)
        for (type, bytes, size) in pictures {
            Loop.ofItsOwn {
                let thumbnail = Desk("photo", type: type, bytes, dataFolders: ["/usr/share"]).thumbnail(32)
                #expect((thumbnail?.width ?? 0, thumbnail?.height ?? 0) == size, "\(type)")
                #expect(thumbnail.map { $0.pixels[0] > 250 && $0.pixels[1] < 5 } == true, "\(type)")
            }
        }
    }

    /// Commands, and whether they leave a picture: the file is one.
    @Test(arguments: [
        ("cp %i %o", true), ("sh -c 'cat %i >%o'", true), ("sh -c 'echo >>%i || cp %i %o'", true),
        ("sh -c '[ -e /home ] || [ -e /etc/passwd ] || [ -e /run ] || cp %i %o'", true),
        ("sh -c '[ $(grep -c : /proc/net/dev) = 1 ] && cp %i %o'", true),
        ("sh -c '[ -z \"$XDG_RUNTIME_DIR$DBUS_SESSION_BUS_ADDRESS\" ] && cp %i %o'", true),
        ("cp /etc/hostname %o", false), ("sh -c 'cp %i %o; exit 1'", false), ("true", false),
        ("sh -c 'kill -9 $$'", false), ("no-such-program %i %o", false), ("sh -c 'cat /dev/zero >%o'", false),
        ("sh -c 'rm %o; ln -s %i %o'", false), ("'", false), ("", false),
    ])
    func itReadsTheFileAndWritesAPictureAndNoMore(command: String, isMade: Bool) {
        Loop.ofItsOwn {
            let desk = Desk("photo.jpg", Self.picture())
            desk.name(thumbnailer: command)
            let before = Files.names(in: "/tmp")
            #expect((desk.thumbnail() == Self.whole(88, 44)) == isMade)
            let new = Set(Files.names(in: "/tmp")).subtracting(before).filter { $0.hasPrefix("thumbnail-") }
            // Another run of the tests may have some for a moment.
            #expect(HangLimit.passes { new.allSatisfy { !Files.exists("/tmp/" + $0) } }, "\(new)")
            #expect(Files.read(desk.path) == Self.picture())
        }
    }

    @Test func oneThatHangsIsKilled() {
        Loop.ofItsOwn {
            let desk = Desk("photo.jpg", Self.picture(), timeout: 300)
            desk.name(thumbnailer: "sleep 1000")
            #expect(desk.thumbnail() == nil)
        }
    }

    @Test(arguments: [
        Representation(type: "text/plain", text: "hello"),
        Representation(type: "image/png", uri: "https://example.org/a.png"),
        Representation(type: "image/png", uri: "file://elsewhere/a.png"),
        Representation(type: "image/png", uri: "file:///a%00b.png"),
        Representation(type: "image/png", uri: "a.png"),
    ])
    func whatIsNoFileOfThisMachineIsAnsweredAtOnce(representation: Representation) {
        var answer: Thumbnail??
        ThumbnailLoader(cacheFolder: nil).load(Item(representation), pixels: 88) { answer = .some($0) }
        #expect(answer == .some(nil))
    }

    // MARK: activity-draw

    @Test(arguments: [
        ":", "exit 0", "kill -9 $$", #"printf 'nonsense\0'"#, #"printf '{"id":%s,"png":"AQID"}\0' "$id""#,
        #"printf '{"id":%s,"thumbnail":{"width":9,"height":9,"rgba":""}}\0' "$id""#,
    ])
    func aDecoderThatDoesNotDoItsWorkMeansNoThumbnail(reply: String) {
        Loop.ofItsOwn {
            let draw = ScriptedDraw(reply)
            let timeout = reply == ":" ? 500 : Int(HangLimit.milliseconds)
            let desk = Desk(
                "a.png", type: "image/png", Self.picture(), program: draw.path, timeout: timeout)
            #expect(desk.thumbnail() == nil)
            // A busy machine may end the silent one before it has begun.
            #expect(draw.starts == 1 || reply == ":" && draw.starts == 0)
        }
    }

    @Test(arguments: ["/nonexistent", "/bin/false", "/"])
    func withoutActivityDrawThereIsNoThumbnail(program: String) {
        Loop.ofItsOwn {
            #expect(Desk("a.png", type: "image/png", Self.picture(), program: program).thumbnail() == nil)
        }
    }

    @Test func onlyTheLastItemThatWasAskedForIsAnswered() {
        Loop.ofItsOwn {
            let desk = Desk("a.png", type: "image/png", Self.picture())
            var answers: [(Int, Thumbnail?)] = []
            for pixels in 1...20 {
                desk.loader?.load(desk.item, pixels: pixels) { answers.append((pixels, $0)) }
            }
            desk.wait { !answers.isEmpty }
            #expect(answers.map(\.0) == [20])
            #expect(answers.first?.1 == Self.whole(20, 10))
        }
    }

    /// A decoder at work ends as soon as the sheet has gone.
    @Test func lettingGoOfTheLoaderEndsTheDecoder() throws {
        try Loop.ofItsOwn {
            let draw = ScriptedDraw(#"echo $$ > "${0%/*}/gate""#)
            let gate = draw.scratch("gate")
            mkfifo(gate, 0o600)
            let reader = open(gate, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            defer { close(reader) }
            let desk = Desk("a.png", type: "image/png", Self.picture(), program: draw.path)
            var answered = false
            desk.loader?.load(desk.item, pixels: 88) { _ in answered = true }
            var text = [UInt8](repeating: 0, count: 16)
            var count = 0
            let source = Source(watching: reader, for: .readable) { count = read(reader, &text, 16) }
            withExtendedLifetime(source) { desk.wait { count > 0 } }
            let process = try #require(pid_t(String(decoding: text.prefix(count - 1), as: UTF8.self)))
            let handle = linux_pidfd_open(process)
            try #require(handle >= 0)
            defer { close(handle) }
            desk.loader = nil
            var hasEnded = false
            let end = Source(watching: handle, for: .readable) { hasEnded = true }
            withExtendedLifetime(end) { desk.wait { hasEnded } }
            #expect(!answered)
        }
    }
}

extension Thumbnail: CustomTestStringConvertible {
    package var testDescription: String { "\(width) x \(height) pixels that begin with \(pixels.prefix(4))" }
}
