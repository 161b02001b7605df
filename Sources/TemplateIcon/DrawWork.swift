// SPDX-License-Identifier: Apache-2.0

package import ActivityDrawing
package import StrictJSON

/// What one frame of input asks for: judged or drawn by a child, in its own time.
package protocol DrawWork: Sendable {
    init(_ object: JSON.Object) throws(JSON.Mismatch)
    var id: Int { get }
    /// Of processor time, where less is allowed than the helper's limit.
    var seconds: Int? { get }

    /// Does the request's work, here and now.
    func answer() -> DrawAnswer

    /// The answer where the child that was at work on this did not come to an end.
    func answer(lost reason: String) -> DrawAnswer
}
