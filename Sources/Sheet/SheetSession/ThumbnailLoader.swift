// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
import ContentSelection
import Host
import SessionBus

/// Loads thumbnails of shared items, one at a time: from the person's cache, else from the file itself if it
/// is a small PNG or SVG, else from the desktop's thumbnailer. Disk access and programs run on another
/// thread. A missing thumbnail is nil, without a reason: the sheet shows an icon of the file's type.
///
/// Use it only on one loop's thread. Releasing the loader cancels its work.
package final class ThumbnailLoader {
    /// Timeout for activity-draw and for a thumbnailer, in milliseconds.
    package static let timeout = 6_000

    private let cacheFolder: String?
    private let dataFolders: [String]
    private let program: String
    private let timeout: Int
    private var current: Cancellation?
    /// Whether a thread is still running, even if its result is no longer wanted.
    private var isBusy = false
    private var next: (() -> Void)?

    /// - Parameters:
    ///   - cacheFolder: the person's cache.
    ///   - dataFolders: folders that define the desktop's thumbnailers.
    ///   - program: path of activity-draw.
    package init(
        cacheFolder: String? = Environment.cacheFolder, dataFolders: [String] = Thumbnailer.dataFolders,
        program: String = ThumbnailLoader.program, timeout: Int = ThumbnailLoader.timeout
    ) {
        (self.cacheFolder, self.dataFolders) = (cacheFolder, dataFolders)
        (self.program, self.timeout) = (program, timeout)
    }

    deinit { current?.cancel() }

    package static var program: String {
        DrawingClient.program(
            environment: Environment.value("ACTIVITYD_DRAW").map { ["ACTIVITYD_DRAW": $0] } ?? [:])
    }

    /// Loads a thumbnail, and cancels the load of any earlier item, whose `then` is not called any more.
    ///
    /// - Parameters:
    ///   - pixels: maximum length of the longer side; one of `Thumbnail.sides`.
    ///   - then: called once, unless cancelled; synchronously with nil if there is no file, as for a link, or
    ///     if no thread can be started.
    package func load(_ item: Item, pixels: Int, then: @escaping (Thumbnail?) -> Void) {
        current?.cancel()
        (current, next) = (nil, nil)
        guard let file = item.representation.uri.flatMap({ LocalFile(uri: $0) }),
            Thumbnail.sides.contains(pixels)
        else { return then(nil) }
        let begin = { [unowned self] in start(file, item.representation.type, pixels, then) }
        if isBusy { next = begin } else { begin() }
    }

    private func start(
        _ file: LocalFile, _ type: String, _ pixels: Int, _ then: @escaping (Thumbnail?) -> Void
    ) {
        let cancellation = Cancellation()
        let drawing = ThumbnailDrawing(
            program: program, timeout: timeout, pixels: pixels, cancellation: cancellation)
        let (cacheFolder, dataFolders) = (cacheFolder, dataFolders)
        current = cancellation
        isBusy = Errand.run {
            let sources = file.pictureSources(type: type, pixels: pixels, cacheFolder: cacheFolder)
            return drawing.thumbnail(of: sources)
                ?? Thumbnailer(of: type, in: dataFolders).flatMap { drawing.thumbnail(of: file, by: $0) }
        } then: { [weak self] thumbnail in
            self?.isBusy = false
            if !cancellation.isCancelled { then(thumbnail) }
            self?.proceed()
        }
        if !isBusy { then(nil) }
    }

    private func proceed() {
        guard !isBusy, let begin = next else { return }
        next = nil
        begin()
    }
}

/// A search for one thumbnail, on a thread of its own.
struct ThumbnailDrawing: Sendable {
    let program: String
    /// Timeout for activity-draw and for a thumbnailer, in milliseconds.
    let timeout: Int
    let pixels: Int
    let cancellation: Cancellation

    /// The thumbnail of the first usable source.
    func thumbnail(of sources: [PictureSource]) -> Thumbnail? {
        first(
            sources.lazy.compactMap { source in
                source.read().map { ThumbnailRequest($0, pixels: pixels, texts: source.texts) }
            })
    }

    /// The thumbnail that the desktop's thumbnailer makes.
    func thumbnail(of file: LocalFile, by thumbnailer: Thumbnailer) -> Thumbnail? {
        guard !cancellation.isCancelled else { return nil }
        return picture(of: file.path, by: thumbnailer).flatMap {
            first([ThumbnailRequest($0, pixels: pixels)])
        }
    }

    private func first(_ requests: some Sequence<ThumbnailRequest>) -> Thumbnail? {
        var limits = DrawingClient.Limits()
        limits.silence = timeout
        // No source is tried twice.
        limits.failures = 1
        let client = DrawingClient(program: program, limits: limits)
        defer { client.end() }
        for request in requests {
            guard !cancellation.isCancelled else { return nil }
            var found: Thumbnail?
            client.reduce(request) { found = $0 }
            client.wait(stoppedBy: cancellation.descriptor)
            if let found { return found }
        }
        return nil
    }
}
