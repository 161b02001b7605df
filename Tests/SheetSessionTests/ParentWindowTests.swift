// SPDX-License-Identifier: Apache-2.0

import SheetSession
import Testing

struct ParentWindowTests {
    @Test(arguments: [
        ("", ParentWindow.none), ("x11:1a00003", .x11(0x1A0_0003)), ("x11:FFFFFFFF", .x11(0xFFFF_FFFF)),
        ("wayland:abc-DEF_1", .wayland("abc-DEF_1")), ("wayland:x11:1", .wayland("x11:1")),
        ("wayland:f8 [|kOw 4;=Zq}!\"'`p<~Jx.R5?@e#v", .wayland("f8 [|kOw 4;=Zq}!\"'`p<~Jx.R5?@e#v")),
        ("wayland: ", .wayland(" ")), ("wayland:ä\n", .wayland("ä\n")),
        ("wayland:" + String(repeating: "a", count: 1024), .wayland(String(repeating: "a", count: 1024))),
    ])
    func aHandleNamesAWindow(_ handle: String, _ window: ParentWindow) {
        #expect(ParentWindow(handle: handle) == window)
    }

    @Test(arguments: [
        "x11:", "x11:0", "x11:0x1a", "x11:-1", "x11:+1", "x11: 1", "x11:100000000", "x11:１", "X11:1",
        "wayland:", "wayland:a\0", "wayland:" + String(repeating: "a", count: 1025), "wayland", "mir:1", " ",
    ])
    func aMalformedHandleIsNone(_ handle: String) {
        #expect(ParentWindow(handle: handle) == nil)
    }
}
