// SPDX-License-Identifier: Apache-2.0

package import SheetSession

/// Shows sheets. Called on the thread of the bus's event loop; calls back there, and never blocks.
package protocol SheetOpening: AnyObject {
    /// - Parameter ended: called once, when the sheet ends by itself. It holds the sheet's private files: the
    ///   implementation keeps it while an activity of the sheet runs, and releases it afterwards.
    func open(_ request: SheetRequest, ended: @escaping (SheetOutcome) -> Void) -> any OpenedSheet

    /// Answers once whether a sheet for items of these types would list anything.
    ///
    /// - Parameter types: at least one MIME type.
    func canShare(types: [String], answer: @escaping (Bool) -> Void)
}

package protocol OpenedSheet: AnyObject {
    /// False once the person has hidden the sheet while its activity goes on.
    var isInSight: Bool { get }

    /// Whether closing the sheet would lose nothing that the person did.
    var isUntouched: Bool { get }

    /// Closes the sheet. A running activity goes on.
    func close()

    /// Ends the sheet as if the person had left it.
    func leave()
}
