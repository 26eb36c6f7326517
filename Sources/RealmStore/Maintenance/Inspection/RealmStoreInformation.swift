/// Facts about this library. Additional to the SDK.
public enum RealmStoreInformation {
    /// The version of this library, as in its changelog.
    public static let version = "0.7.0"

    /// The file formats that can be read; 0, of a file without commits, is not listed.
    public static var readableFileFormats: [Int] { FileHeader.readableFormats }

    /// The libraries beneath `RealmStore`, with the versions in use.
    public static var libraries: [(name: String, version: String)] {
        [("RealmStore", version), ("OpenSSL", CryptographyLibrary.version)]
    }
}
