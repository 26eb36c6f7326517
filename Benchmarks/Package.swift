// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    dependencies: [
        .package(name: "RealmStore", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "BenchmarkData", swiftSettings: strict),
        .target(name: "BenchmarkSQLite", dependencies: ["CSQLite"], swiftSettings: strict),
        .executableTarget(
            name: "realmspace",
            dependencies: [
                "BenchmarkData",
                "BenchmarkSQLite",
                .product(name: "RealmStore", package: "RealmStore"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "realmbench",
            dependencies: [
                "BenchmarkData",
                "BenchmarkSQLite",
                "CSQLite",
                .product(name: "RealmStore", package: "RealmStore"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
    ]
)
