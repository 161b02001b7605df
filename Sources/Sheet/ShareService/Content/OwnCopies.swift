// SPDX-License-Identifier: Apache-2.0

package import ActivityModel
import ContentSelection
import Host
import SessionBus
package import SheetSession

/// A private copy of a program that shows its own sheet. It lasts as long as this is held, at least.
package struct OwnCopies: Sendable {
    private static let account = "activity-sheet"

    package let item: Item
    private let held: HeldCopies?

    /// Writes something that has no file. A disk that does not answer is waited for as long as the service waits.
    ///
    /// - Parameters:
    ///   - name: of the file.
    ///   - type: as the program said that it came from.
    package static func make(_ bytes: [UInt8], named name: String, type: String) throws(SheetRefusal)
        -> OwnCopies
    {
        let made = Errand.result(within: ShareLimits().patience) {
            Result { () throws(SheetRefusal) in try OwnCopies(bytes, named: name, type: type) }
        }
        guard let made else { throw .unanswered }
        return try made.get()
    }

    private init(_ bytes: [UInt8], named name: String, type: String) throws(SheetRefusal) {
        guard let cache = Environment.cacheFolder else {
            throw SheetRefusal(.noRoom, "There is no cache folder.")
        }
        let store = CopyStore(
            cache: cache, runtime: Environment.runtimeFolder, largest: ShareLimits().copies)
        var copies = PrivateCopies(of: Self.account, in: store)
        do throws(BusError) {
            var found = try copies.add(bytes, as: GivenName(name, own: name))
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
