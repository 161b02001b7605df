// SPDX-License-Identifier: Apache-2.0

import CSystemd

/// IDs that distinguish this machine, and its current boot, from all others (machine-id(5),
/// sd_id128_get_machine(3)).
package enum MachineID {
    package static var machine: String? { text { sd_id128_get_machine($0) } }

    /// The boot's ID; nil if the kernel does not provide it.
    package static var boot: String? { text { sd_id128_get_boot($0) } }

    private static func text(_ read: (UnsafeMutablePointer<sd_id128_t>) -> CInt) -> String? {
        var id = sd_id128_t()
        guard read(&id) >= 0 else { return nil }
        return withUnsafeBytes(of: id) { bytes in
            bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}
