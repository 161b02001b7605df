// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// Fuzz targets: one libFuzzer program for each parser of untrusted input. `make fuzz` runs them.
//
// They have their own package because `swift build` can add libFuzzer's coverage counters only to a whole
// package. `Modules` is a link to ../Sources: the tested modules belong to this package too, so the targets
// have `package` and @testable access to them.

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // The programs are optimised; these options keep @testable imports and the sources' assertions.
    .unsafeFlags(["-enable-testing", "-assert-config", "Debug"]),
]

func name(_ path: String) -> String { String(path.drop { $0 != "/" }.dropFirst()) }

func module(_ path: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name(path), dependencies: dependencies, path: "Modules/" + path, resources: resources,
        swiftSettings: strict)
}

func system(_ path: String, pkgConfig: String) -> Target {
    .systemLibrary(name: name(path), path: "Modules/" + path, pkgConfig: pkgConfig)
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
        system("C/CMessageDigest", pkgConfig: "libmd"),
        system("C/CSystemd", pkgConfig: "libsystemd"),
        system("C/CRsvg", pkgConfig: "librsvg-2.0"),
        system("C/CPNG", pkgConfig: "libpng"),
        system("C/CGIO", pkgConfig: "gio-2.0"),
        system("C/CSeccomp", pkgConfig: "libseccomp"),
        .target(name: "CLinux", path: "Modules/C/CLinux"),

        module("Base/StrictJSON"),
        module("Base/Varlink", ["StrictJSON", "CLinux"]),
        module("Activities/ActivityModel", ["StrictJSON"]),
        module("Base/Host", ["CLinux", "CMessageDigest"]),
        module("Base/Systemd", ["CSystemd", "CLinux"]),
        module("Drawing/ActivityDrawing", ["ActivityModel", "Host", "StrictJSON", "CLinux"]),
        module(
            "Drawing/TemplateIcon",
            ["ActivityDrawing", "ActivityModel", "StrictJSON", "CRsvg", "CPNG", "CSeccomp"]),
        module("Daemon/ActivityPolicy", ["ActivityModel", "Host", "StrictJSON"]),
        module(
            "Daemon/ActivityRegistry",
            ["ActivityPolicy", "ActivityDrawing", "ActivityModel", "Host", "StrictJSON", "CLinux"]),
        module(
            "Activities/ActivityInterface", ["ActivityModel", "Varlink", "StrictJSON"],
            resources: [
                .embedInCode("io.activityd.Registry.varlink"), .embedInCode("io.activityd.Sheet.varlink"),
                .embedInCode("io.systemd.service.varlink"),
            ]),
        module("Daemon/ActivityPerforming", ["ActivityModel", "Host", "Systemd", "StrictJSON", "CLinux"]),
        module(
            "Daemon/ActivityTargets",
            [
                "ActivityInterface", "ActivityPerforming", "ActivityRegistry", "ActivityModel", "Host",
                "Varlink", "Systemd", "StrictJSON",
            ]),
        module("Base/SessionBus", ["Host", "CGIO"]),
        module("Sheet/ShareCalling", ["SessionBus", "Host"]),
        module("Bridges/BrowserHost", ["ShareCalling", "SessionBus", "Host", "StrictJSON", "CLinux"]),

        module("Bridges/ForeignPlugIns", ["ActivityModel", "Host", "StrictJSON"]),

        checks("Harness"),
        checks("ModelChecks", ["Harness", "ActivityModel"]),

        fuzzer("json", ["StrictJSON"]),
        fuzzer("catalogue", ["ForeignPlugIns"]),
        fuzzer("call", ["ActivityInterface", "ActivityModel", "ModelChecks", "StrictJSON", "Varlink"]),
        fuzzer("frames", ["BrowserHost", "SessionBus", "Host", "CLinux"]),
        fuzzer("interface", ["StrictJSON", "Varlink"]),
        fuzzer("manifest", ["ActivityModel", "ModelChecks", "StrictJSON"]),
        fuzzer("options", ["ActivityModel", "ActivityPerforming", "ActivityTargets"]),
        fuzzer("title", ["ActivityModel", "ModelChecks"]),
        fuzzer("name", ["ActivityModel"]),
        fuzzer("picture", ["ActivityDrawing", "ActivityModel", "TemplateIcon"]),
        fuzzer("png", ["ActivityDrawing", "ActivityModel", "TemplateIcon"]),
        fuzzer("svg", ["ActivityDrawing", "ActivityModel", "TemplateIcon"]),
        fuzzer("verdicts", ["ActivityDrawing", "ActivityModel", "ActivityRegistry", "Host"]),
    ]
)
