// SPDX-License-Identifier: Apache-2.0

import ActivityDrawing
import ActivityModel
import ContentSelection
import SheetSession
import ShareService
import SheetWindow

/// A sheet and its window, from the first call to the last effect.
final class WindowedSheet: OpenedSheet, SheetView, SheetClipboard {
    /// Longer side of a thumbnail, in pixels: the frame's at the highest density, with room for elongated
    /// pictures.
    private static let thumbnailPixels = 192

    private let sheet: LiveSheet
    private let clipboard: OwnedClipboard?
    private var window: SheetWindow?
    private let thumbnails = ThumbnailLoader()
    private(set) var isVisible = true
    /// The item whose thumbnail is shown or loading.
    private var pictured: Item?

    init(
        _ request: SheetRequest, clipboard: OwnedClipboard? = nil,
        notify: @escaping (SheetNotice, Words) -> Void,
        ended: @escaping (SheetOutcome) -> Void
    ) {
        let words = SheetState(request).words
        self.clipboard = clipboard
        sheet = LiveSheet(
            request, socket: SheetProgram.socket, notify: { notify($0, words) }, ended: ended)
    }

    /// Requests the list from the daemon.
    func begin() { sheet.send(.opened) }

    func show(on desktop: Desktop) {
        window = SheetWindow(sheet.state, on: desktop) { [weak self] in self?.sheet.send($0) }
        window?.onFirstFrame { [weak self] in self?.sheet.send(.appeared) }
        (sheet.view, sheet.clipboard) = (self, self)
        show(sheet.state)
    }

    func show(_ state: SheetState) {
        window?.show(state)
        guard let first = state.items.first, first != pictured else { return }
        if pictured != nil { window?.show(nil as Thumbnail?) }
        pictured = first
        thumbnails.load(first, pixels: Self.thumbnailPixels) { [weak self] in self?.window?.show($0) }
    }

    func hide() {
        isVisible = false
        window?.hide()
    }

    /// A path for the activity's folder; nil without a clipboard, or if the window received no press. A
    /// compositor accepts a clipboard only with a press of the program's own, and assistive technology
    /// activates a button without one.
    func newFolder() -> String? { window?.wasPressed == true ? clipboard?.newFolder() : nil }

    func setClipboard(_ folder: String, _ then: @escaping () -> Void) {
        clipboard?.setClipboard(folder, then) ?? then()
    }

    func programEnds(isLast: Bool) { sheet.send(.programEnds(isLast: isLast)) }

    var isUntouched: Bool { sheet.state.isUntouched }

    func leave() { sheet.send(.leave) }

    /// Called when the caller closes its request or leaves the bus, or when the service stops.
    func close() { sheet.send(.closedByCaller) }
}
