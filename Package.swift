// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// The targets are, in this order: C libraries, modules, programs, benchmarks, tests. ARCHITECTURE.md
// describes the modules, and Tests/IntegrationTests/ImportRulesTests.swift enforces the allowed imports.

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Release builds omit these checks; `make test` runs debug builds, which have them.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// The target's name in a path beneath Sources, which consists of a group and the name.
func name(_ path: String) -> String { String(path.drop { $0 != "/" }.dropFirst()) }

func library(_ path: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name(path), dependencies: dependencies, path: "Sources/" + path, resources: resources,
        swiftSettings: strict)
}

func program(_ path: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .executableTarget(
        name: name(path), dependencies: dependencies, path: "Sources/" + path, resources: resources,
        swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func system(_ path: String, pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(
        name: name(path), path: "Sources/" + path, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The only test module to build, set by tools/test-only; nil for all.
let testModule = Context.environment["TEST_MODULE"]

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

/// Dependencies of the daemon's modules that answer calls.
let answering: [Target.Dependency] = [
    "ActivityInterface", "ActivityPerforming", "ActivityRegistry", "ActivityModel", "Host", "Varlink",
    "Systemd", "StrictJSON", "CLinux",
]

let package = Package(
    name: "activityd",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        system("C/CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        system("C/CMessageDigest", pkgConfig: "libmd", apt: "libmd-dev"),
        system("C/CRsvg", pkgConfig: "librsvg-2.0", apt: "librsvg2-dev"),
        system("C/CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        system("C/CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
        system("C/CGIO", pkgConfig: "gio-2.0", apt: "libglib2.0-dev"),
        system("C/CGtk4", pkgConfig: "gtk4", apt: "libgtk-4-dev"),
        .target(name: "CLinux", path: "Sources/C/CLinux"),

        library("Base/StrictJSON"),
        library("Base/Host", ["CLinux", "CMessageDigest"]),
        library("Base/Systemd", ["CSystemd", "CLinux"]),
        library("Base/Varlink", ["StrictJSON", "CLinux"]),
        library("Activities/ActivityModel", ["StrictJSON"]),
        library("Activities/ContentSelection", ["ActivityModel", "Host", "StrictJSON", "CGIO"]),
        library("Drawing/ActivityDrawing", ["ActivityModel", "Host", "StrictJSON", "CLinux"]),
        library(
            "Drawing/TemplateIcon",
            ["ActivityDrawing", "ActivityModel", "StrictJSON", "CRsvg", "CPNG", "CSeccomp"]),
        library("Daemon/ActivityPolicy", ["ActivityModel", "Host", "StrictJSON"]),
        library(
            "Daemon/ActivityRegistry",
            ["ActivityPolicy", "ActivityDrawing", "ActivityModel", "Host", "StrictJSON", "CLinux"]),
        library("Daemon/ActivityPerforming", ["ActivityModel", "Host", "Systemd", "StrictJSON", "CLinux"]),
        library(
            "Activities/ActivityInterface", ["ActivityModel", "Varlink", "StrictJSON"],
            resources: [
                .embedInCode("io.activityd.Registry.varlink"), .embedInCode("io.activityd.Sheet.varlink"),
                .embedInCode("io.systemd.service.varlink"),
            ]),
        library("Daemon/ActivityTargets", answering),
        library("Daemon/ActivityGenerators", answering),
        library(
            "Daemon/ActivityDaemon",
            answering + ["ActivityTargets", "ActivityGenerators", "ActivityPolicy", "ActivityDrawing"]),

        library("Base/SessionBus", ["Host", "CGIO"]),
        library("Sheet/ShareCalling", ["SessionBus", "Host"]),
        library("Bridges/BrowserHost", ["ShareCalling", "SessionBus", "Host", "StrictJSON", "CLinux"]),
        library(
            "Sheet/SheetSession",
            [
                "ContentSelection", "ActivityInterface", "ActivityDrawing", "ActivityModel", "SessionBus",
                "Host",
                "Varlink", "StrictJSON", "CLinux",
            ]),
        library(
            "Sheet/ShareService",
            [
                "SheetSession", "ContentSelection", "ActivityInterface", "ActivityModel", "ShareCalling",
                "SessionBus", "Host", "StrictJSON", "CGIO", "CLinux",
            ]),

        library(
            "Sheet/SheetWindow",
            [
                "CGtk4", "SheetSession", "SessionBus", "ContentSelection", "ActivityInterface",
                "ActivityDrawing", "ActivityModel", "StrictJSON", "Host",
            ]),

        library("Bridges/ForeignPlugIns", ["ActivityModel", "Host", "StrictJSON"]),

        // Generates ActivityInterface's types and errors from its .varlink files: `make interfaces`.
        program("Tools/interface-types", ["Varlink", "Host"]),

        program(
            "Daemon/activityd",
            [
                "ActivityDaemon", "ActivityInterface", "ActivityRegistry", "ActivityModel", "Host", "Systemd",
                "CLinux",
                arguments,
            ]),
        program(
            "Tools/activityctl",
            [
                "ActivityInterface", "ActivityPolicy", "ActivityRegistry", "ActivityDrawing",
                "ContentSelection",
                "ActivityModel", "Host", "Varlink", "StrictJSON", "CLinux", arguments,
            ], resources: [.embedInCode("Beginning/Templates")]),
        program(
            "Sheet/activity-sheet",
            [
                "ShareService", "SheetWindow", "SheetSession", "ContentSelection", "ActivityInterface",
                "ActivityDrawing", "ActivityModel", "SessionBus", "Host", "StrictJSON", arguments,
            ]),
        program("Bridges/activity-share-host", ["BrowserHost", "Host"]),
        program("Drawing/activity-draw", ["TemplateIcon"]),
        program("Bridges/activity-generator", ["ForeignPlugIns"]),
        // C alone, and static in release builds: each sandbox starts this program twice, and then loads
        // neither Swift's runtime nor shared libraries. Sanitizers need shared libraries, and use debug
        // builds.
        .executableTarget(
            name: "activity-sandbox", dependencies: ["CSeccomp"], path: "Sources/Daemon/activity-sandbox",
            linkerSettings: [
                // Some sandboxes contain only the libraries in /usr, where Swift's may be missing.
                .unsafeFlags(["-static-stdlib", "-nostartfiles"]),
                .unsafeFlags(
                    ["-Xclang-linker", "-static", "-Xclang-linker", "-Wno-unused-command-line-argument"],
                    .when(configuration: .release)),
            ]),
        .executableTarget(
            name: "activity-benchmarks",
            dependencies: [
                "ActivityInterface", "ActivityRegistry", "ActivityModel", "Host", "Varlink", "StrictJSON",
            ],
            path: "Benchmarks/Micro", swiftSettings: strict),

        .target(
            name: "TestSupport", dependencies: ["Host", "Systemd", "CSystemd", "CLinux", "CSeccomp"],
            path: "Tests/Support",
            swiftSettings: strict),
        // A daemon's folders and clients, for tests that start the program or run a daemon themselves.
        .target(
            name: "DaemonSupport",
            dependencies: [
                "TestSupport", "ActivityInterface", "ActivityModel", "Varlink", "StrictJSON", "CLinux",
            ],
            path: "Tests/DaemonSupport", swiftSettings: strict),
        // Opens the sheet on any of its pages without a daemon, for pictures and tests with a screen reader.
        .executableTarget(
            name: "sheet-gallery",
            dependencies: [
                "SheetWindow", "SheetSession", "ContentSelection", "SessionBus", "ActivityInterface",
                "ActivityModel",
                "TemplateIcon",
                "ActivityDrawing", "StrictJSON", "CGIO",
            ],
            path: "Tests/SheetGallery", swiftSettings: strict),
        tests("SheetWindowTests", ["SheetWindow", "ActivityModel", "CGtk4"]),
        tests("StrictJSONTests", ["StrictJSON"]),
        tests("HostTests", ["TestSupport", "Host", "CLinux"]),
        tests("SystemdTests", ["TestSupport", "Systemd", "CLinux"]),
        tests("VarlinkTests", ["TestSupport", "Varlink", "StrictJSON", "CLinux"]),
        tests("ActivityModelTests", ["ActivityModel", "StrictJSON"]),
        tests("ContentSelectionTests", ["TestSupport", "ContentSelection", "ActivityModel"]),
        tests(
            "ActivityDrawingTests",
            ["TestSupport", "ActivityDrawing", "ActivityModel", "Host", "StrictJSON"]),
        tests(
            "TemplateIconTests",
            ["TestSupport", "TemplateIcon", "ActivityDrawing", "ActivityModel", "StrictJSON"]),
        tests(
            "ActivityPolicyTests", ["TestSupport", "ActivityPolicy", "ActivityModel", "Host", "StrictJSON"]),
        tests(
            "ActivityRegistryTests",
            [
                "TestSupport", "ActivityRegistry", "ActivityPolicy", "ActivityDrawing", "ActivityModel",
                "Host", "StrictJSON",
                "CLinux",
            ]),
        tests(
            "ActivityPerformingTests",
            ["TestSupport", "ActivityPerforming", "ActivityModel", "Host", "Systemd"]),
        tests(
            "ForeignPlugInsTests", ["TestSupport", "ForeignPlugIns", "ActivityModel", "Host", "StrictJSON"]),
        tests(
            "ActivityTargetsTests",
            ["TestSupport", "ActivityTargets", "ActivityPerforming", "ActivityModel", "Host", "StrictJSON"]),
        tests(
            "ActivityGeneratorsTests", ["TestSupport", "ActivityGenerators", "Host", "StrictJSON", "CLinux"]),
        tests(
            "ActivityDaemonTests",
            [
                "DaemonSupport", "TestSupport", "activity-draw", "ActivityDaemon", "ActivityInterface",
                "ActivityPerforming", "ActivityRegistry", "ActivityPolicy", "ActivityDrawing",
                "ActivityModel", "Varlink", "Host", "Systemd", "StrictJSON", "CLinux",
            ]),
        tests(
            "ActivityInterfaceTests",
            [
                "TestSupport", "interface-types", "ActivityInterface", "ActivityModel", "Varlink",
                "StrictJSON",
            ]),
        tests(
            "SheetSessionTests",
            ["TestSupport", "SheetSession", "ContentSelection", "ActivityInterface", "ActivityModel"]),
        tests(
            "ShareServiceTests",
            [
                "TestSupport", "activity-share-host", "BrowserHost", "ShareService", "ShareCalling",
                "SheetSession", "ContentSelection", "ActivityInterface", "ActivityModel", "SessionBus",
                "Host", "CGIO", "StrictJSON", "CLinux",
            ]),
        tests(
            "ActivityctlTests",
            ["TestSupport", "activityctl", "ActivityInterface", "ActivityModel", "StrictJSON"]),
        tests(
            "IntegrationTests",
            [
                "DaemonSupport", "TestSupport", "activityctl", "activity-sandbox", "SheetSession",
                "SessionBus",
                "ActivityInterface", "ActivityDrawing", "ActivityModel", "Varlink", "StrictJSON", "CGIO",
                "CLinux",
            ]),
    ].filter { $0.type != .test || testModule == nil || $0.name == testModule }
)
