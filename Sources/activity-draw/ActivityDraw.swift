// SPDX-License-Identifier: Apache-2.0

@main
struct ActivityDraw {
    static func main() {}
}
