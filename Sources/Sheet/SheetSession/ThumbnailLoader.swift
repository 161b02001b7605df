// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import ActivityModel
import ContentSelection
import Host
import SessionBus

/// Gets thumbnails of what is shared, one at a time: from the person's cache, else of the file itself where it is a small PNG
/// or SVG, else made by the desktop's thumbnailer. The look at the disk and the programs are waited for on another thread. What
/// cannot be had is nil, without a reason: the sheet shows a sign of its kind.
///
/// On the thread of one loop, all of it. Letting go of it cancels what is under way.
package final class ThumbnailLoader {
    /// Milliseconds for the decoder to answer, which allows itself five seconds.
    package static let patience = 6_000

    private let cacheFolder: String?
    private let dataFolders: [String]
    private let program: String
    private let patience: Int
    private var current: Cancellation?
    /// Whether a thread is at work, if only on what nothing waits for any more.
    private var isBusy = false
    private var next: (() -> Void)?

    /// - Parameters:
    ///   - cacheFolder: the person's.
    ///   - dataFolders: where the desktop's thumbnailers are named.
    ///   - program: activity-draw.
    package init(
        cacheFolder: String? = Environment.cacheFolder, dataFolders: [String] = Thumbnailer.dataFolders,
        program: String = ThumbnailLoader.program, patience: Int = ThumbnailLoader.patience
    ) {
        (self.cacheFolder, self.dataFolders) = (cacheFolder, dataFolders)
        (self.program, self.patience) = (program, patience)
    }

    deinit { current?.cancel() }

    package static var program: String {
        DrawingClient.program(
            environment: Environment.value("ACTIVITYD_DRAW").map { ["ACTIVITYD_DRAW": $0] } ?? [:])
    }

    /// Takes the place of an earlier item, whose `then` is not called any more.
    ///
    /// - Parameters:
    ///   - pixels: of the longer side, at most.
    ///   - then: called once; before this returns where nothing needs looking at, as for a link.
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
            program: program, patience: patience, pixels: pixels, cancellation: cancellation)
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

/// One look for a thumbnail, on a thread of its own.
struct ThumbnailDrawing: Sendable {
    let program: String
    /// Milliseconds.
    let patience: Int
    let pixels: Int
    let cancellation: Cancellation

    /// That of the first source that has one.
    func thumbnail(of sources: [PictureSource]) -> Thumbnail? {
        first(
            sources.lazy.compactMap { source in
                source.read().map { ThumbnailRequest($0, pixels: pixels, texts: source.texts) }
            })
    }

    /// One that the desktop's program makes now.
    func thumbnail(of file: LocalFile, by thumbnailer: Thumbnailer) -> Thumbnail? {
        guard !cancellation.isCancelled else { return nil }
        return picture(of: file.path, by: thumbnailer).flatMap {
            first([ThumbnailRequest($0, pixels: pixels)])
        }
    }

    private func first(_ requests: some Sequence<ThumbnailRequest>) -> Thumbnail? {
        var limits = DrawingClient.Limits()
        limits.silence = patience
        // Nothing is tried twice.
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
