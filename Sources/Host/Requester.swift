// SPDX-License-Identifier: Apache-2.0

/// Who asks the drawing helper, or something of the disk. Requesters are served in turn.
package enum Requester: Hashable, Sendable {
    /// The program itself, for its own sake: the daemon that loads bundles.
    case own
    /// A client, by the uid of its peer.
    case client(uid: UInt32)
}
