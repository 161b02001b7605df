// SPDX-License-Identifier: Apache-2.0

@main
struct ActivityCtl {
    static func main() {}
}
