// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ContentSelection
import Host
import SessionBus
package import SheetSession

/// A private copy made by a program that shows its own sheet. The copy exists at least as long as this value.
package struct OwnCopies: Sendable {
    package let item: Item
    private let held: HeldCopies?

    /// Writes bytes that have no file, such as a copied picture. Waits for the disk for at most
    /// `ShareLimits.timeout`.
    ///
    /// - Parameters:
    ///   - name: the copy's file name.
    ///   - type: MIME type reported by the program that the bytes came from.
    package static func make(_ bytes: [UInt8], named name: String, type: String) throws(SheetRefusal)
        -> OwnCopies
    {
        let made = Errand.result(within: ShareLimits().timeout) {
            Result { () throws(SheetRefusal) in try OwnCopies(bytes, named: name, type: type) }
        }
        guard let made else { throw .unanswered }
        return try made.get()
    }

    private init(_ bytes: [UInt8], named name: String, type: String) throws(SheetRefusal) {
        guard let cache = Environment.cacheFolder else {
            throw SheetRefusal(.noRoom, "There is no cache folder.")
        }
        let store = CopyStore(folder: cache + "/activityd", runtime: Environment.runtimeFolder)
        var copies = PrivateCopies(of: "", in: store)
        do throws(BusError) {
            var found = try copies.add(bytes, as: GivenName(name, fileName: name))
            found.representation.type = type
            item = Item(found.representation)
        } catch {
            copies.held?.discard()
            throw SheetRefusal(.noRoom, error.message)
        }
        copies.finish()
        held = copies.held
    }
}
