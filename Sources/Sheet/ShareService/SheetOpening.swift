// SPDX-License-Identifier: Apache-2.0

package import SheetSession

/// Shows sheets. Implementations are called and call back on the thread of the bus's event loop, and never
/// block.
package protocol SheetOpening: AnyObject {
    /// - Parameter ended: called once, when the sheet has ended or been closed. It retains the sheet's
    ///   private files: the implementation keeps it while an activity of the sheet runs, and releases it
    ///   afterwards.
    func open(_ request: SheetRequest, ended: @escaping (SheetOutcome) -> Void) -> any OpenedSheet

    /// Finds out whether a sheet for items of these types would list anything, and calls `answer` once.
    ///
    /// - Parameter types: at least one MIME type.
    func canShare(types: [String], answer: @escaping (Bool) -> Void)
}

package protocol OpenedSheet: AnyObject {
    /// Whether the sheet's window is open. It may be closed while the activity continues.
    var isVisible: Bool { get }

    /// Whether closing the sheet would lose nothing that the person did.
    var isUntouched: Bool { get }

    /// Closes the sheet. A running activity continues.
    func close()

    /// Ends the sheet as if the person had left it.
    func leave()
}
