// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Systemd

struct PeerUnitTests {
    @Test func aProcessThatIsNotThereHasNoUnit() {
        #expect(PeerUnit.name(of: Int32.max) == nil)
    }
}
