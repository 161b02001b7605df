// SPDX-License-Identifier: Apache-2.0

import Glibc
import Host
import Testing

struct FreeSpaceTests {
    @Test(arguments: [(0, 0), (9, 9 << 9), (.max, 1 << 40), (.min, 1 << 40), (-1, 1 << 40)] as [(Int, Int)])
    func aFileThatClaimsMoreThanAnyDiskHasTakesATebibyte(_ blocks: Int, _ expected: Int) {
        #expect(AllocatedBytes.of(blocks: blkcnt_t(blocks)) == expected)
    }

    @Test(
        arguments: [
            (10, 4096, 40960), (.max, 4096, Int.max), (UInt.max, .max, .max), (0, .max, 0),
        ] as [(UInt, UInt, Int)])
    func whatNoIntegerHoldsIsTheLargest(_ blocks: UInt, _ size: UInt, _ expected: Int) {
        var status = statvfs()
        (status.f_bavail, status.f_frsize) = (blocks, size)
        #expect(status.freeBytes == expected)
    }
}
