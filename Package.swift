// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
//
// Targets stand in the order of ARCHITECTURE.md: C libraries, leaves, then what is built on them, programs,
// tests. Who may import whom is held by Tests/IntegrationTests/ImportRulesTests.swift.

import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    // Every test runs with the checks that this takes out.
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func program(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []) -> Target {
    .executableTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

func system(_ name: String, pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The one module of tests that tools/test-only wants; nil for all.
let testModule = Context.environment["TEST_MODULE"]

let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "activityd",
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        system("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
        system("CMessageDigest", pkgConfig: "libmd", apt: "libmd-dev"),
        system("CRsvg", pkgConfig: "librsvg-2.0", apt: "librsvg2-dev"),
        system("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
        system("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
        system("CGIO", pkgConfig: "gio-2.0", apt: "libglib2.0-dev"),
        system("CGtk4", pkgConfig: "gtk4", apt: "libgtk-4-dev"),
        .target(name: "CLinux"),

        library("StrictJSON"),
        library("Host", ["CLinux", "CMessageDigest"]),
        library("Systemd", ["CSystemd", "CLinux"]),
        library("Varlink", ["StrictJSON", "CLinux"]),
        library("ActivityModel", ["StrictJSON"]),
        library("ContentSelection", ["ActivityModel", "Host", "StrictJSON", "CGIO"]),
        library("ActivityDrawing", ["ActivityModel", "Host", "StrictJSON", "CLinux"]),
        library(
            "TemplateIcon", ["ActivityDrawing", "ActivityModel", "StrictJSON", "CRsvg", "CPNG", "CSeccomp"]),
        library("ActivityRegistry", ["ActivityDrawing", "ActivityModel", "Host", "StrictJSON", "CLinux"]),
        library("ActivityPerforming", ["ActivityModel", "Host", "Systemd", "StrictJSON", "CLinux"]),
        library(
            "ActivityInterface", ["ActivityModel", "Varlink", "StrictJSON"],
            resources: [
                .embedInCode("io.activityd.Registry.varlink"), .embedInCode("io.activityd.Sheet.varlink"),
                .embedInCode("io.systemd.service.varlink"),
            ]),
        library(
            "ActivityDaemon",
            [
                "ActivityInterface", "ActivityPerforming", "ActivityRegistry", "ActivityDrawing",
                "ActivityModel", "Host", "Varlink", "Systemd", "StrictJSON", "CLinux",
            ]),

        library("MainLoop", ["Host", "CGIO"]),
        library("SessionBus", ["MainLoop", "Host", "CGIO"]),
        library("ShareCalling", ["SessionBus", "Host"]),
        library("BrowserHost", ["ShareCalling", "SessionBus", "MainLoop", "Host", "StrictJSON", "CLinux"]),
        library(
            "SheetSession",
            [
                "ContentSelection", "ActivityInterface", "ActivityDrawing", "ActivityModel", "MainLoop",
                "Host",
                "Varlink", "StrictJSON", "CLinux",
            ]),
        library(
            "ShareService",
            [
                "SheetSession", "ContentSelection", "ActivityInterface", "ActivityModel", "ShareCalling",
                "SessionBus", "MainLoop",
                "Host", "StrictJSON", "CGIO", "CLinux",
            ]),

        library(
            "SheetWindow",
            [
                "CGtk4", "SheetSession", "SessionBus", "MainLoop", "ContentSelection", "ActivityInterface",
                "ActivityDrawing", "ActivityModel", "StrictJSON",
            ]),

        library("ForeignPlugIns", ["ActivityModel", "Host", "StrictJSON"]),

        // Writes ActivityInterface's types from its .varlink files: `make interfaces`.
        program("interface-types", ["Varlink"]),

        program(
            "activityd",
            [
                "ActivityDaemon", "ActivityInterface", "ActivityRegistry", "ActivityModel", "Host", "Systemd",
                "CLinux",
                arguments,
            ]),
        program(
            "activityctl",
            [
                "ActivityInterface", "ActivityRegistry", "ActivityDrawing", "ContentSelection",
                "ActivityModel", "Host", "Varlink", "StrictJSON", "CLinux", arguments,
            ], resources: [.embedInCode("Beginning/Templates")]),
        program(
            "activity-sheet",
            [
                "ShareService", "SheetWindow", "SheetSession", "ContentSelection", "ActivityInterface",
                "ActivityDrawing", "ActivityModel", "SessionBus", "MainLoop", "Host", "StrictJSON", arguments,
            ]),
        program("activity-share-host", ["BrowserHost"]),
        program("activity-draw", ["TemplateIcon"]),
        program("activity-generator", ["ForeignPlugIns"]),
        // Started twice for each narrowed activity, so without Swift's runtime and libraries to load. Sanitizers, which
        // need those, build for debugging.
        .executableTarget(
            name: "activity-sandbox", dependencies: ["CSeccomp"],
            linkerSettings: [
                .unsafeFlags(
                    [
                        "-static-stdlib", "-nostartfiles", "-Xclang-linker", "-static", "-Xclang-linker",
                        "-Wno-unused-command-line-argument",
                    ],
                    .when(configuration: .release))
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
        // Opens the sheet on each of its pages, to be looked at and read by assistive technology.
        .executableTarget(
            name: "sheet-gallery",
            dependencies: [
                "SheetWindow", "SheetSession", "ContentSelection", "MainLoop", "ActivityInterface",
                "ActivityModel",
                "TemplateIcon",
                "ActivityDrawing", "StrictJSON", "CGIO",
            ],
            path: "Tests/SheetGallery", swiftSettings: strict),
        tests("SheetWindowTests", ["SheetWindow", "ActivityModel", "CGtk4"]),
        tests("StrictJSONTests", ["StrictJSON"]),
        tests("HostTests", ["TestSupport", "Host", "CLinux"]),
        tests("SystemdTests", ["TestSupport", "Systemd", "CLinux"]),
        tests("VarlinkTests", ["TestSupport", "Varlink", "StrictJSON"]),
        tests("ActivityModelTests", ["ActivityModel", "StrictJSON"]),
        tests("ContentSelectionTests", ["TestSupport", "ContentSelection", "ActivityModel"]),
        tests(
            "ActivityDrawingTests", ["TestSupport", "ActivityDrawing", "ActivityModel", "Host", "StrictJSON"]),
        tests(
            "TemplateIconTests",
            ["TestSupport", "TemplateIcon", "ActivityDrawing", "ActivityModel", "StrictJSON"]),
        tests(
            "ActivityRegistryTests",
            [
                "TestSupport", "ActivityRegistry", "ActivityDrawing", "ActivityModel", "Host", "StrictJSON",
                "CLinux",
            ]),
        tests(
            "ActivityPerformingTests",
            ["TestSupport", "ActivityPerforming", "ActivityModel", "Host", "Systemd"]),
        tests(
            "ForeignPlugInsTests", ["TestSupport", "ForeignPlugIns", "ActivityModel", "Host", "StrictJSON"]),
        tests(
            "ActivityDaemonTests",
            [
                "TestSupport", "ActivityDaemon", "ActivityPerforming", "ActivityRegistry", "ActivityModel",
                "Varlink", "Host", "Systemd", "StrictJSON",
            ]),
        tests(
            "ActivityInterfaceTests",
            ["TestSupport", "interface-types", "ActivityInterface", "ActivityModel", "Varlink", "StrictJSON"]),
        tests("SheetSessionTests", ["SheetSession", "ActivityInterface", "ActivityModel"]),
        tests(
            "ShareServiceTests",
            [
                "TestSupport", "activity-share-host", "BrowserHost", "ShareService", "ShareCalling",
                "SheetSession", "ContentSelection", "ActivityInterface", "ActivityModel", "SessionBus",
                "MainLoop", "Host", "CGIO", "StrictJSON", "CLinux",
            ]),
        tests(
            "IntegrationTests",
            [
                "TestSupport", "activityctl", "activity-sandbox", "SheetSession", "MainLoop",
                "ActivityInterface", "ActivityDrawing", "ActivityModel", "Varlink", "StrictJSON", "CGIO",
                "CLinux",
            ]),
    ].filter { $0.type != .test || testModule == nil || $0.name == testModule }
)
