// SPDX-License-Identifier: Apache-2.0
//
// Other programs have usually made a picture of a file already: file managers and viewers store thumbnails in
// the person's cache (freedesktop.org's Thumbnail Managing Standard), under the MD5 of the file's URI. Such a
// thumbnail is a PNG that names its file (Thumb::URI) and its time (Thumb::MTime); a thumbnail with other
// values is out of date, or another file's. Only the decoder, in another process, checks them: the code here
// reads only bytes.

import CGIO
import Glibc
import Host

/// An unread picture of a file: a thumbnail from the cache, or the file itself.
package struct PictureSource: Sendable {
    /// Largest thumbnail to read, in bytes: in base64 it fits a frame to activity-draw.
    private static let maximumThumbnailBytes = 2 << 20
    /// Largest file to read, in bytes: decoding takes about 15 ms, as long as a start of activity-draw.
    private static let maximumFileBytes = 1 << 20

    private let path: [CChar]
    private let maximumBytes: Int
    private let followsLinks: Bool
    /// Texts that the picture must contain, by keyword.
    package let texts: [String: String]

    fileprivate init(of file: LocalFile) {
        (path, maximumBytes, followsLinks, texts) = (file.path, Self.maximumFileBytes, true, [:])
    }

    fileprivate init(cached path: String, texts: [String: String]) {
        (self.path, self.texts) = (Array(path.utf8CString), texts)
        (maximumBytes, followsLinks) = (Self.maximumThumbnailBytes, false)
    }

    /// The picture's bytes; nil if it is empty, too large, unreadable or not a regular file. Waits for the
    /// file's disk.
    package func read() -> [UInt8]? {
        var status = stat()
        // stat(2) before open(2), because opening alone affects a device, and waits for a pipe's other end.
        guard stat(path, &status) == 0, isReadable(status) else { return nil }
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (followsLinks ? 0 : O_NOFOLLOW)
        guard let file = Descriptor(open(path, flags)), fstat(file.number, &status) == 0, isReadable(status)
        else { return nil }
        let size = Int(status.st_size)
        return Descriptor.read(file.number, limit: size, expecting: size)
    }

    private func isReadable(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && (1...maximumBytes).contains(Int(status.st_size))
    }
}

extension LocalFile {
    /// The cache's folders, with the longer side of their thumbnails.
    private static let sizes = [("normal", 128), ("large", 256), ("x-large", 512), ("xx-large", 1024)]

    /// Possible sources of the file's picture, best first: the smallest thumbnail that is large enough,
    /// larger ones, smaller ones, then the file itself if it is PNG or SVG. Waits for the file's disk.
    ///
    /// - Parameters:
    ///   - type: the file's type.
    ///   - pixels: desired length of the longer side.
    ///   - cacheFolder: the person's cache folder; nil for none.
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
