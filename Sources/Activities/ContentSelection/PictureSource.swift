// SPDX-License-Identifier: Apache-2.0
//
// What a file looks like, other programs have mostly found out already: file managers and viewers leave thumbnails in the
// person's cache (Thumbnail Managing Standard of freedesktop.org), under the MD5 of the file's URI. A thumbnail there is a
// PNG that says of itself whose it is (Thumb::URI) and as of when (Thumb::MTime); one that says anything else is out of
// date, or another's. Only what decodes it looks, elsewhere: nothing here reads more than bytes.

import CGIO
import Glibc
import Host

/// A picture of a file, not read yet: a thumbnail from the cache, or the file itself.
package struct PictureSource: Sendable {
    /// Largest thumbnail to read, in bytes: in base64 it fits a frame to activity-draw.
    private static let largestThumbnail = 2 << 20
    /// Largest file to read, in bytes: decoded in about 15 ms, as long as activity-draw takes to start.
    private static let largestFile = 1 << 20

    private let path: [CChar]
    private let maximumBytes: Int
    private let followsLinks: Bool
    /// Texts that the picture must contain, by keyword.
    package let texts: [String: String]

    fileprivate init(of file: LocalFile) {
        (path, maximumBytes, followsLinks, texts) = (file.path, Self.largestFile, true, [:])
    }

    fileprivate init(cached path: String, texts: [String: String]) {
        (self.path, self.texts) = (Array(path.utf8CString), texts)
        (maximumBytes, followsLinks) = (Self.largestThumbnail, false)
    }

    /// Its bytes; nil for what is no regular file or too large, or cannot be read. Waits for the file's disk.
    package func read() -> [UInt8]? {
        var status = stat()
        // Looked at before it is opened: opening alone does something to a device, and waits for a pipe's other end.
        guard stat(path, &status) == 0, isTaken(status) else { return nil }
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
        guard let file = Descriptor(open(path, flags)), fstat(file.number, &status) == 0, isTaken(status)
        else { return nil }
        let size = Int(status.st_size)
        return Descriptor.read(file.number, limit: size, expecting: size)
    }

    private func isTaken(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && (1...maximumBytes).contains(Int(status.st_size))
    }
}

extension LocalFile {
    /// The cache's folders, and the longer side of what lies in them.
    private static let sizes = [("normal", 128), ("large", 256), ("x-large", 512), ("xx-large", 1024)]

    /// Where its picture may be had, the best first: the smallest thumbnail that is large enough, larger ones, smaller ones,
    /// then the file itself where it is a picture. Waits for the file's disk.
    ///
    /// - Parameters:
    ///   - type: of the file.
    ///   - pixels: wanted of the longer side.
    ///   - cacheFolder: the person's; nil for none.
    package func pictureSources(type: String, pixels: Int, cacheFolder: String?) -> [PictureSource] {
        let own = ["image/png", "image/svg+xml"].contains(type) ? [PictureSource(of: self)] : []
        var status = stat()
        guard let cacheFolder, let uri, let name = Self.digest(uri), stat(path, &status) == 0 else {
            return own
        }
        let texts = ["Thumb::URI": uri, "Thumb::MTime": "\(status.st_mtim.tv_sec)"]
        let enough = Self.sizes.filter { $0.1 >= pixels }
        let smaller = Self.sizes.filter { $0.1 < pixels }.reversed()
        let cached = (enough + smaller).map { size, _ in
            PictureSource(cached: "\(cacheFolder)/thumbnails/\(size)/\(name).png", texts: texts)
        }
        return cached + own
    }

    private static func digest(_ uri: String) -> String? {
        guard let digest = g_compute_checksum_for_string(G_CHECKSUM_MD5, uri, -1) else { return nil }
        defer { g_free(digest) }
        return String(cString: digest)
    }
}
