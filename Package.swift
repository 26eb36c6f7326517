// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "RealmStore",
    products: [
        .library(name: "RealmStore", targets: ["RealmStore"]),
        .executable(name: "realmctl", targets: ["realmctl"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    ],
    targets: [
        .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CSQLite3", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "RealmStore",
            dependencies: ["COpenSSL", "CSQLite3", "CZstd", .product(name: "Yams", package: "Yams")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "realmctl",
            dependencies: ["RealmStore", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            dependencies: ["RealmStore", "CZstd"],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "RealmStoreTests",
            dependencies: ["CSQLite3", "RealmStore", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "realmctlTests",
            dependencies: ["RealmStore", "realmctl", "TestSupport"],
            swiftSettings: strict
        ),
    ]
)
