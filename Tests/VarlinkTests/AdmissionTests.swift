// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Varlink

@Suite("Who may have another connection")
struct AdmissionTests {
    func admission(_ limit: Int, perUser: Int, reserved: Int) -> Admission {
        var configuration = Configuration { limit, _ in VarlinkError(limit) }
        configuration.connectionLimit = limit
        configuration.connectionLimitPerUser = perUser
        configuration.reservedConnections = reserved
        return Admission(configuration)
    }

    @Test("one user has so many, and one more when one is given back")
    func limitsUsers() {
        var admission = admission(100, perUser: 2, reserved: 0)
        #expect(admission.admit(7) == nil)
        #expect(admission.admit(7) == nil)
        #expect(admission.admit(7) == 2)
        #expect(admission.admit(8) == nil)
        admission.release(7)
        #expect(admission.admit(7) == nil)
        #expect(admission.total == 3)
    }

    @Test("the last are for root and for users who have none")
    func reservesTheLast() {
        var admission = admission(6, perUser: 5, reserved: 2)
        for _ in 0..<4 { #expect(admission.admit(7) == nil) }
        #expect(admission.admit(7) == 6)
        #expect(admission.admit(0) == nil)
        #expect(admission.admit(8) == nil)
        #expect(admission.admit(0) == 6)
        #expect(admission.admit(9) == 6)
    }
}
