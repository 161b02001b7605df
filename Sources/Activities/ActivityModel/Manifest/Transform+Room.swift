// SPDX-License-Identifier: Apache-2.0

extension Transform {
    /// Reasons of the daemon why copies are not made. A sheet has a sentence of its own for them, in the person's language.
    package static let noRoom = "There is no room for more copies. Share fewer or smaller files."
    package static let noRoomYet =
        "Copies that were shared lately take up the room. Try again later, or share fewer or smaller files."
}
