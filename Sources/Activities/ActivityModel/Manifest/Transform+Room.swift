// SPDX-License-Identifier: Apache-2.0

extension Transform {
    /// Reasons why the daemon makes no copies; sheets translate them.
    package static let noRoom = "There is no room for more copies. Share fewer or smaller files."
    package static let noRoomYet =
        "Copies that were shared lately take up the room. Try again later, or share fewer or smaller files."
}
