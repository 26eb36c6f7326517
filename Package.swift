// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

/// An optimised engine below tests that are not: they take half the time, and assertions stay. File by file, not as a
/// whole module: that uses all cores, and an edit compiles a few files again. `make test` asks for it; nobody else gets
/// it, because nobody can depend on a package with such flags.
let isEngineOptimised = Context.environment["REALMSTORE_OPTIMISED_ENGINE"] != nil
let optimised = ["-O", "-Xfrontend", "-assert-config", "-Xfrontend", "Debug"]
let engine: [SwiftSetting] = isEngineOptimised ? [.unsafeFlags(optimised)] : []

let package = Package(
    name: "RealmStore",
    products: [
        .library(name: "Realm", targets: ["Realm"]),
        .library(name: "RealmStore", targets: ["RealmStore"]),
        .library(name: "RealmSwift", targets: ["RealmSwift"]),
        .library(name: "RealmTools", targets: ["RealmTools"]),
        .executable(name: "realmctl", targets: ["realmctl"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite3", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CSwiftRuntime"),
        .target(
            name: "RealmStore",
            dependencies: ["COpenSSL", "CSwiftRuntime"],
            swiftSettings: strict + engine
        ),
        .target(name: "Realm", dependencies: ["RealmStore"], swiftSettings: strict),
        .target(
            name: "RealmSwift",
            dependencies: [
                "Realm", "RealmStore", .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "RealmTools",
            dependencies: ["CSQLite3", "CZstd", "RealmStore", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict + engine
        ),
        .executableTarget(
            name: "realmctl",
            dependencies: ["RealmTools", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            // The program stands where any app does: it has the public API and nothing that the tools share.
            packageAccess: false,
            swiftSettings: strict
        ),
        // What the tests share. It has no tests, and is a target of tests all the same: so it sees what the engine
        // keeps to itself, and no build without tests has it.
        .testTarget(
            name: "TestSupport",
            dependencies: ["CZstd", "RealmStore"],
            swiftSettings: strict + engine
        ),
        .testTarget(
            name: "RealmStoreTests",
            dependencies: ["RealmStore", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RealmTests",
            dependencies: ["Realm", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RealmSwiftTests",
            dependencies: [
                "RealmSwift", "TestSupport", .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RealmToolsTests",
            dependencies: ["CSQLite3", "RealmTools", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "realmctlTests",
            dependencies: ["RealmTools", "realmctl", "TestSupport"],
            swiftSettings: strict
        ),
    ]
)
