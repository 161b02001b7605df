// SPDX-License-Identifier: Apache-2.0

/// The version of everything in this package.
package enum Version {
    package static let current = "0.1.0"
}
