// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import Varlink

@Suite("Who may have another connection")
struct AdmissionTests {
    func admission(_ limit: Int, perUser: Int, reserved: Int) -> Admission {
        Admission(Quota(limit: limit, limitPerHolder: perUser, reserved: reserved))
    }

    @Test("one user has so many, and one more when one is given back")
    func limitsUsers() throws {
        let admission = admission(100, perUser: 2, reserved: 0)
        let share = try admission.admit(.user(7))
        #expect(try admission.admit(.user(7)) === share)
        #expect(throws: LimitReached(maximum: 2)) { try admission.admit(.user(7)) }
        #expect(try admission.admit(.user(8)) !== share)
        share.release()
        #expect(try admission.admit(.user(7)) === share)
        #expect(admission.total == 3)
    }

    @Test("a share outlives the last connection until the round is over")
    func keepsShares() throws {
        let admission = admission(100, perUser: 2, reserved: 0)
        let share = try admission.admit(.user(7))
        share.release()
        #expect(try admission.admit(.user(7)) === share)
        admission.beginRound()
        #expect(try admission.admit(.user(7)) === share)
        for _ in 0..<2 { share.release() }
        #expect(admission.total == 0)
        admission.beginRound()
        #expect(try admission.admit(.user(7)) !== share)
    }

    @Test("the last are for root and for users who have none")
    func reservesTheLast() throws {
        let admission = admission(6, perUser: 5, reserved: 2)
        for _ in 0..<4 { _ = try admission.admit(.user(7)) }
        #expect(throws: LimitReached(maximum: 6)) { try admission.admit(.user(7)) }
        for user: uid_t in [0, 8] { _ = try admission.admit(.user(user)) }
        for user: uid_t in [0, 9] {
            #expect(throws: LimitReached(maximum: 6)) { try admission.admit(.user(user)) }
        }
    }

    @Test("a program has half, and takes nothing from the users of another listener")
    func countsProgramsApart() throws {
        let (users, programs) = (admission(4, perUser: 4, reserved: 0), admission(4, perUser: 2, reserved: 1))
        for _ in 0..<2 { _ = try programs.admit(.program("one")) }
        #expect(throws: LimitReached(maximum: 2)) { try programs.admit(.program("one")) }
        _ = try programs.admit(.program("two"))
        #expect(throws: LimitReached(maximum: 4)) { try programs.admit(.program("two")) }
        _ = try programs.admit(.program("three"))
        for _ in 0..<4 { _ = try users.admit(.user(7)) }
    }
}
