// SPDX-License-Identifier: Apache-2.0

import CGIO
import SessionBus
import TestSupport

@testable import ShareService

/// Flatpak's document portal on the fixture's bus, as far as it says where documents are.
final class StandInDocuments {
    /// Host paths by identifier; nil to let every caller wait.
    var documents: [String: String]?
    private let client: BusClient
    private var object: BusObject?
    private var waiting: [BusCall] = []

    init(_ fixture: ServiceFixture, _ documents: [String: String]?) throws {
        self.documents = documents
        client = try fixture.bus.connect()
        object = try BusObject(
            client.asService, BusAddress.documents.path, BusAddress.documents.interface, in: Self.description
        ) { [unowned self] in answer($0) }
        var isOwned = false
        BusNames(client.asService, [BusAddress.documents.name]).request { _ in
            isOwned = true
        }
        guard fixture.bus.turn(until: { isOwned }) else { throw PrivateBus.Failure(reason: "no name") }
    }

    private func answer(_ call: BusCall) {
        guard let documents else { return waiting.append(call) }
        let wanted = call.member == "List" ? Array(documents.keys) : call.arguments[0]?.strings ?? []
        let entries = wanted.compactMap { identifier in
            documents[identifier].map {
                g_variant_new_dict_entry(g_variant_new_string(identifier), g_variant_new_bytestring($0))
            }
        }
        call.reply(Variant.tuple(g_variant_new_array(variantType("{say}"), entries, gsize(entries.count))))
    }

    private static let description = """
        <node><interface name="org.freedesktop.portal.Documents"><method name="GetHostPaths">
        <arg type="as" direction="in"/><arg type="a{say}" direction="out"/></method><method name="List">
        <arg type="s" direction="in"/><arg type="a{say}" direction="out"/></method></interface></node>
        """
}
