import RealmTools

/// The output of `--version`.
enum ToolVersion {
    static let text = RealmStoreInformation.version

    /// With `--json`: the formats that can be read, and the libraries with their versions.
    static var json: JSONValue {
        .object([
            ("version", .string(text)),
            ("fileFormats", .array(RealmStoreInformation.readableFileFormats.map { JSONValue($0) })),
            ("libraries", .object(RealmStoreInformation.toolLibraries.map { ($0.name, .string($0.version)) })),
        ])
    }
}
