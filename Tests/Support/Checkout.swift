// SPDX-License-Identifier: Apache-2.0

/// The sources that the tests were built from, and the programs that were built from them.
package enum Checkout {
    /// The folder of Package.swift.
    package static let path = String(
        #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 })
    package static let activities = path + "/Activities"

    /// A program beside the tests.
    package static func program(_ name: String) -> String {
        let folder = CommandLine.arguments[0].split(separator: "/").dropLast()
        return folder.reduce(into: "") { $0 += "/" + $1 } + "/" + name
    }
}
