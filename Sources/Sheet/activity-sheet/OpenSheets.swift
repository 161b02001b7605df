// SPDX-License-Identifier: Apache-2.0

import ActivityModel
import ContentSelection
import Host
import SessionBus
import SheetSession
import ShareService
import SheetWindow

/// The service's open sheets, including those hidden while their activity runs.
final class OpenSheets: SheetOpening {
    private let desktop: Desktop
    private let notifier: Notifier
    private let clipboard: OwnedClipboard?
    private var sheets: [Int: WindowedSheet] = [:]
    private var lastSheet = 0
    private let inquiry = ActivityInquiry(socket: SheetProgram.socket)
    /// Releases an ended sheet in a later turn of the loop, after the events that ended it.
    private var cleaning: Source?

    init(_ desktop: Desktop, _ notifier: Notifier) {
        (self.desktop, self.notifier) = (desktop, notifier)
        clipboard = OwnedClipboard(desktop)
    }

    /// Whether a sheet exists, visible or hidden, or exiting would lose the clipboard's content.
    var isBusy: Bool { !sheets.isEmpty || clipboard?.isOurs == true }

    /// - Parameter isLast: whether the program no longer waits for running activities.
    func programEnds(isLast: Bool) {
        for sheet in Array(sheets.values) { sheet.programEnds(isLast: isLast) }
    }

    func open(_ request: SheetRequest, ended: @escaping (SheetOutcome) -> Void) -> any OpenedSheet {
        var request = request
        request.locale = request.locale ?? Environment.locale(isSpoken: Words.speak)
        lastSheet += 1
        let number = lastSheet
        let sheet = WindowedSheet(request, clipboard: clipboard) { [notifier] notice, words in
            notifier.notify(notice, in: words, stays: true)
        } ended: { [weak self] outcome in
            ended(outcome)
            self?.forget(number)
        }
        sheets[number] = sheet
        sheet.begin()
        sheet.show(on: desktop)
        return sheet
    }

    func canShare(types: [String], answer: @escaping (Bool) -> Void) {
        inquiry.listed(types: types) { answer($0?.isEmpty == false) }
    }

    private func forget(_ number: Int) {
        guard let sheet = sheets.removeValue(forKey: number) else { return }
        cleaning = Source(after: .zero) { _ = sheet }
    }
}
