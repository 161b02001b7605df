// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// Whatever reads what a stranger wrote, under libFuzzer: one program for each such reader. `make fuzz` runs them.
//
// They are a package of their own because all of it is compiled with libFuzzer's counters, which `swift build` can
// only do to a whole package. `Modules` is a link to ../Sources, so that what is tested belongs to this package
// too: `package` access and @testable reach it.

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // The properties are checked in optimised programs, and so is whatever the sources assert.
    .unsafeFlags(["-enable-testing", "-assert-config", "Debug"]),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Modules/\(name)", resources: resources,
        swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String) -> Target {
    .systemLibrary(name: name, path: "Modules/\(name)", pkgConfig: pkgConfig)
}

func checks(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Targets/\(name)", swiftSettings: strict)
}

func fuzzer(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "fuzz-" + name, dependencies: ["Harness"] + dependencies, path: "Targets/\(name)",
        swiftSettings: strict)
}

let package = Package(
    name: "activityd-fuzz",
    targets: [
        system("CMessageDigest", pkgConfig: "libmd"),
        system("CRsvg", pkgConfig: "librsvg-2.0"),
        system("CPNG", pkgConfig: "libpng"),
        system("CGIO", pkgConfig: "gio-2.0"),
        system("CSeccomp", pkgConfig: "libseccomp"),
        .target(name: "CLinux", path: "Modules/CLinux"),

        module("StrictJSON"),
        module("Varlink", ["StrictJSON", "CLinux"]),
        module("ActivityModel", ["StrictJSON"]),
        module("Host", ["CLinux", "CMessageDigest"]),
        module("ActivityDrawing", ["ActivityModel", "Host", "StrictJSON", "CLinux"]),
        module(
            "TemplateIcon", ["ActivityDrawing", "ActivityModel", "StrictJSON", "CRsvg", "CPNG", "CSeccomp"]),
        module("ActivityRegistry", ["ActivityDrawing", "ActivityModel", "Host", "StrictJSON", "CLinux"]),
        module(
            "ActivityInterface", ["ActivityModel", "Varlink", "StrictJSON"],
            resources: [
                .embedInCode("io.activityd.Registry.varlink"), .embedInCode("io.activityd.Sheet.varlink"),
                .embedInCode("io.systemd.service.varlink"),
            ]),
        module("MainLoop", ["Host", "CGIO"]),
        module("SessionBus", ["MainLoop", "Host", "CGIO"]),
        module("ShareCalling", ["SessionBus"]),
        module("BrowserHost", ["ShareCalling", "SessionBus", "MainLoop", "Host", "StrictJSON", "CLinux"]),

        module("ForeignPlugIns", ["ActivityModel", "Host", "StrictJSON"]),

        checks("Harness"),
        checks("ModelChecks", ["Harness", "ActivityModel"]),

        fuzzer("json", ["StrictJSON"]),
        fuzzer("catalogue", ["ForeignPlugIns"]),
        fuzzer("call", ["ActivityInterface", "ActivityModel", "ModelChecks", "StrictJSON", "Varlink"]),
        fuzzer("frames", ["BrowserHost", "SessionBus", "CLinux"]),
        fuzzer("interface", ["StrictJSON", "Varlink"]),
        fuzzer("manifest", ["ActivityModel", "ModelChecks", "StrictJSON"]),
        fuzzer("options", ["ActivityModel"]),
        fuzzer("title", ["ActivityModel", "ModelChecks"]),
        fuzzer("name", ["ActivityModel"]),
        fuzzer("picture", ["ActivityDrawing", "ActivityModel", "TemplateIcon"]),
        fuzzer("png", ["ActivityDrawing", "ActivityModel", "TemplateIcon"]),
        fuzzer("svg", ["ActivityDrawing", "ActivityModel", "TemplateIcon"]),
        fuzzer("verdicts", ["ActivityDrawing", "ActivityModel", "ActivityRegistry", "Host"]),
    ]
)
