// SPDX-License-Identifier: Apache-2.0

import CGIO

/// The type of a literal only: GLib does not copy the text.
package func variantType(_ text: StaticString) -> OpaquePointer? {
    gio_variant_type(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
}

/// A value from the bus. Accessors assume its type, which the caller must have checked, unless GIO has
/// checked it against the interface.
package final class Variant {
    package let pointer: OpaquePointer

    /// - Parameter pointer: a reference that this value takes over; a floating one is sunk.
    package init?(taking pointer: OpaquePointer?) {
        guard let pointer else { return nil }
        self.pointer = g_variant_take_ref(pointer)
    }

    deinit { g_variant_unref(pointer) }

    package static func tuple(_ members: OpaquePointer?...) -> OpaquePointer? {
        g_variant_new_tuple(members, gsize(members.count))
    }

    package static func text(_ text: String) -> OpaquePointer? { g_variant_new_string(text) }

    package static func boolean(_ value: Bool) -> OpaquePointer? { g_variant_new_boolean(value ? 1 : 0) }

    package static func unsigned(_ number: UInt32) -> OpaquePointer? { g_variant_new_uint32(number) }

    /// Handles of the first `count` descriptors of a message.
    package static func handles(_ count: Int) -> OpaquePointer? {
        array("h", (0..<count).map { g_variant_new_handle(gint32($0)) })
    }

    package static func texts(_ texts: [String]) -> OpaquePointer? {
        array("s", texts.map { text($0) })
    }

    package static func dictionary(_ entries: [(name: String, value: OpaquePointer?)]) -> OpaquePointer? {
        array(
            "{sv}", entries.map { g_variant_new_dict_entry(text($0.name), g_variant_new_variant($0.value)) })
    }

    package static func array(_ type: StaticString, _ members: [OpaquePointer?]) -> OpaquePointer? {
        g_variant_new_array(variantType(type), members, gsize(members.count))
    }

    package func isOf(type: StaticString) -> Bool { g_variant_is_of_type(pointer, variantType(type)) != 0 }

    /// A child of a tuple or an array; nil beyond the last.
    package subscript(_ index: Int) -> Variant? {
        guard index < count else { return nil }
        return Variant(taking: g_variant_get_child_value(pointer, gsize(index)))
    }

    /// A value of a dictionary of variants, unwrapped; the first if a key occurs twice, nil if it is absent.
    package subscript(_ key: String) -> Variant? {
        Variant(taking: g_variant_lookup_value(pointer, key, nil))
    }

    package var count: Int { Int(g_variant_n_children(pointer)) }
    /// Size in bytes; a string's includes its NUL.
    package var size: Int { Int(g_variant_get_size(pointer)) }

    package var children: [Variant] { (0..<count).compactMap { self[$0] } }

    package var string: String { String(cString: g_variant_get_string(pointer, nil)) }
    package var strings: [String] { children.map(\.string) }
    package var boolean: Bool { g_variant_get_boolean(pointer) != 0 }
    package var unsigned: UInt32 { g_variant_get_uint32(pointer) }
    package var double: Double { g_variant_get_double(pointer) }
    /// An index into the message's descriptors.
    package var handle: CInt { g_variant_get_handle(pointer) }
    /// The bytes up to and including the first NUL.
    package var path: [CChar] { Array(UnsafeBufferPointer(start: bytes, count: strlen(bytes) + 1)) }

    private var bytes: UnsafePointer<CChar> { g_variant_get_bytestring(pointer) }
}
