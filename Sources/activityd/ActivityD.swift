// SPDX-License-Identifier: Apache-2.0

@main
struct ActivityD {
    static func main() {}
}
