// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    dependencies: [.package(name: "RealmStore", path: "..")],
    targets: [
        .executableTarget(
            name: "kennel",
            dependencies: [.product(name: "RealmStore", package: "RealmStore")]
        )
    ]
)
