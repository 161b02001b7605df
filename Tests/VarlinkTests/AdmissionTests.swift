// SPDX-License-Identifier: Apache-2.0

import Glibc
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
    func limitsUsers() throws {
        var admission = admission(100, perUser: 2, reserved: 0)
        let share = try admission.admit(7)
        #expect(try admission.admit(7) === share)
        #expect(throws: LimitReached(maximum: 2)) { try admission.admit(7) }
        #expect(try admission.admit(8) !== share)
        admission.release(7)
        #expect(try admission.admit(7) === share)
        #expect(admission.total == 3)
    }

    @Test("a share outlives the last connection until the round is over")
    func keepsShares() throws {
        var admission = admission(100, perUser: 2, reserved: 0)
        let share = try admission.admit(7)
        admission.release(7)
        #expect(try admission.admit(7) === share)
        admission.beginRound()
        #expect(try admission.admit(7) === share)
        for _ in 0..<2 { admission.release(7) }
        #expect(admission.total == 0)
        admission.beginRound()
        #expect(try admission.admit(7) !== share)
    }

    @Test("the last are for root and for users who have none")
    func reservesTheLast() throws {
        var admission = admission(6, perUser: 5, reserved: 2)
        for _ in 0..<4 { _ = try admission.admit(7) }
        #expect(throws: LimitReached(maximum: 6)) { try admission.admit(7) }
        for user: uid_t in [0, 8] { _ = try admission.admit(user) }
        for user: uid_t in [0, 9] { #expect(throws: LimitReached(maximum: 6)) { try admission.admit(user) } }
    }
}
