// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

// A package of its own: swift-syntax takes minutes to build, and only who converts old models needs it.
let package = Package(
    name: "ModelConverter",
    products: [
        .executable(name: "realm-model-converter", targets: ["realm-model-converter"]),
        .library(name: "ModelConversion", targets: ["ModelConversion"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.0")
    ],
    targets: [
        .target(
            name: "ModelConversion",
            dependencies: [
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "realm-model-converter",
            dependencies: ["ModelConversion"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ModelConversionTests",
            dependencies: ["ModelConversion"],
            swiftSettings: strict
        ),
    ]
)
