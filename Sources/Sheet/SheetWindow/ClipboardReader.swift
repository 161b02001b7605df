// SPDX-License-Identifier: Apache-2.0
//
// A Wayland compositor announces the clipboard only to the window with the keyboard focus, so a program
// without a window first shows a window of a single point. Under X11 every client may ask, and the program
// that copied answers: it may be suspended, so reading the types times out after two seconds, and so does
// reading the content.

package import ContentSelection
import CGtk4
import SessionBus

package final class ClipboardReader {
    private static let timeout = Duration.seconds(2)
    /// Time limit for the keyboard focus. A busy compositor gives it late, and the wait delays nothing else.
    private static let keyboardTimeout = Duration.seconds(10)
    /// Grace time after the keyboard focus, which arrives together with the clipboard's announcement.
    private static let focusGrace = Duration.milliseconds(50)
    /// Maximum size of a picture, in bytes: 64 million pixels in full colour.
    private static let maximumPictureBytes = 256 << 20
    /// Maximum size of other content, in bytes: a call cannot be larger.
    private static let maximumTextBytes = 1 << 20
    private static let chunk: gsize = 1 << 16

    private let desktop: Desktop
    private let clipboard: OpaquePointer
    private let cancellable = g_cancellable_new()
    private var window: Widget?
    private var timer: Source?
    private var isLate = false

    package init?(_ desktop: Desktop) {
        guard let clipboard = gdk_display_get_clipboard(desktop.display) else { return nil }
        (self.desktop, self.clipboard) = (desktop, clipboard)
    }

    deinit {
        if let window { gtk_window_destroy(window.cast()) }
        g_object_unref(cancellable)
    }

    /// Runs the loop until the content has been read, or a timeout expires.
    ///
    /// - Parameter activationToken: token that lets a window get the keyboard focus.
    package func read(activationToken: String?) throws(SelectionError) -> CopiedContent {
        guard let type = CopiedContent.best(of: try offered(activationToken)) else { throw .clipboardEmpty }
        guard let content = CopiedContent(try bytes(type), type: type) else { throw .clipboardEmpty }
        return content
    }

    // MARK: - Offered types

    private func offered(_ activationToken: String?) throws(SelectionError) -> [String] {
        if !desktop.isWayland {
            guard gtk4_x11_has_clipboard(desktop.display) != 0 else { throw .clipboardEmpty }
        } else if types.isEmpty {
            try takeKeyboard(activationToken)
        }
        let changes = SignalConnection(clipboard, "notify::formats") {}
        wait()
        withExtendedLifetime(changes) { Loop.run { !types.isEmpty || isLate } }
        guard !types.isEmpty else { throw desktop.isWayland ? .clipboardEmpty : .clipboardUnread }
        return types
    }

    /// Shows a window and waits until it has the keyboard focus. It must draw something: a compositor would
    /// never show an empty window.
    private func takeKeyboard(_ activationToken: String?) throws(SelectionError) {
        guard let window: Widget = gtk_window_new() else { throw .clipboardUnread }
        self.window = window
        // The class gives the window a background.
        window.add(class: "sheet")
        gtk_window_set_decorated(window.cast(), 0)
        gtk_window_set_default_size(window.cast(), 1, 1)
        if let activationToken { gtk_window_set_startup_id(window.cast(), activationToken) }
        gtk_window_present(window.cast())
        wait(Self.keyboardTimeout)
        Loop.run { !types.isEmpty || gtk_window_is_active(window.cast()) != 0 || isLate }
        guard !isLate else { throw .clipboardUnread }
        wait(Self.focusGrace)
        Loop.run { !types.isEmpty || isLate }
    }

    private var types: [String] {
        guard let formats = gdk_clipboard_get_formats(clipboard) else { return [] }
        var count: gsize = 0
        guard let names = gdk_content_formats_get_mime_types(formats, &count) else { return [] }
        return (0..<Int(count)).compactMap { names[$0].map { String(cString: $0) } }
    }

    // MARK: - Content

    private func bytes(_ type: String) throws(SelectionError) -> [UInt8] {
        // One timeout for the whole content: a program may also stop halfway.
        wait()
        guard let stream = open(type) else { throw .clipboardUnread }
        defer { g_object_unref(UnsafeMutableRawPointer(stream)) }
        let largest = type.hasPrefix("image/") ? Self.maximumPictureBytes : Self.maximumTextBytes
        var bytes: [UInt8] = []
        while true {
            guard let next = next(of: stream) else { throw .clipboardUnread }
            guard !next.isEmpty else { return bytes }
            bytes += next
            guard bytes.count <= largest else { throw .clipboardTooLarge(limit: largest) }
        }
    }

    private func open(_ type: String) -> UnsafeMutablePointer<GInputStream>? {
        let answer: AsyncAnswer? = answered { callback, data in
            type.withCString { name in
                var names: [UnsafePointer<CChar>?] = [name, nil]
                gdk_clipboard_read_async(
                    clipboard, &names, CInt(G_PRIORITY_DEFAULT), cancellable, callback, data)
            }
        }
        return answer.flatMap { gdk_clipboard_read_finish(clipboard, $0.result, nil, nil) }
    }

    /// The next bytes, empty at the end; nil on an error or timeout.
    private func next(of stream: UnsafeMutablePointer<GInputStream>) -> [UInt8]? {
        let answer: AsyncAnswer? = answered { callback, data in
            g_input_stream_read_bytes_async(
                stream, Self.chunk, CInt(G_PRIORITY_DEFAULT), cancellable, callback, data)
        }
        guard let answer, let bytes = g_input_stream_read_bytes_finish(stream, answer.result, nil) else {
            return nil
        }
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        let start = g_bytes_get_data(bytes, &size)
        return Array(UnsafeRawBufferPointer(start: start, count: Int(size)))
    }

    // MARK: - Waiting

    private func wait(_ time: Duration = timeout) {
        isLate = false
        timer = Source(after: time) { [weak self] in self?.isLate = true }
    }

    /// Starts an asynchronous call and runs the loop until its result; nil if it times out.
    private func answered(_ begin: (@escaping GAsyncReadyCallback, gpointer) -> Void) -> AsyncAnswer? {
        let answer = AsyncAnswer()
        begin(AsyncAnswer.callback, Unmanaged.passRetained(answer).toOpaque())
        Loop.run { answer.result != nil || isLate }
        if answer.result != nil { return answer }
        g_cancellable_cancel(cancellable)
        return nil
    }
}

/// Result of an asynchronous call. GIO calls back exactly once, however late.
private final class AsyncAnswer {
    private(set) var result: OpaquePointer?

    deinit { if let result { g_object_unref(UnsafeMutableRawPointer(result)) } }

    static let callback: GAsyncReadyCallback = { _, result, data in
        guard let result, let data else { return }
        g_object_ref(UnsafeMutableRawPointer(result))
        Unmanaged<AsyncAnswer>.fromOpaque(data).takeRetainedValue().result = result
    }
}
