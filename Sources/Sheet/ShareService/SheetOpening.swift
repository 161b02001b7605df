// SPDX-License-Identifier: Apache-2.0

package import SheetSession

/// Shows sheets. It is called, and answers, on the thread of the loop that serves the bus, and never blocks.
package protocol SheetOpening: AnyObject {
    /// - Parameter ended: called once, when the sheet is gone by itself. It holds the sheet's private files, so it is
    ///   kept for as long as something runs that the person has begun, and let go of afterwards.
    func open(_ request: SheetRequest, ended: @escaping (SheetOutcome) -> Void) -> any OpenedSheet

    /// Answers, once, whether a sheet for items of these types, of which there is one at least, would list
    /// anything.
    func canShare(types: [String], answer: @escaping (Bool) -> Void)
}

package protocol OpenedSheet: AnyObject {
    /// False once the person has put it away and what they began goes on.
    var isInSight: Bool { get }

    /// Whether nothing of the person's goes with it.
    var isUntouched: Bool { get }

    /// Takes the sheet away. What the person has begun goes on.
    func close()

    /// The sheet ends as if the person had left it.
    func leave()
}
