import Foundation
import RealmTools

/// Archives in the input and output of commands.
enum Archives {
    /// The archives at `path`: itself, or those in the directory, by name.
    static func find(_ path: String) throws -> [String] {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else {
            return [path]
        }
        return try Failure.about(path) {
            try RealmBackup.archives(in: URL(fileURLWithPath: path, isDirectory: true)).map {
                (path as NSString).appendingPathComponent($0.lastPathComponent)
            }
        }
    }

    static func time(_ manifest: RealmBackup.Manifest) -> String { manifest.created.formatted(.iso8601) }

    static func json(_ manifest: RealmBackup.Manifest, _ path: String) -> JSONValue {
        .object([
            ("archive", .string(path)), ("bytes", JSONValue(InputFile(path).byteCount)),
            ("created", .string(time(manifest))), ("name", .string(manifest.realm.member)),
            ("schemaVersion", JSONValue(manifest.realm.schemaVersion)),
            ("realmBytes", JSONValue(manifest.realm.bytes)), ("encrypted", .bool(manifest.realm.encrypted)),
            ("keyFingerprint", JSONValue(manifest.realm.keyFingerprint)), ("manifest", .written(manifest.json)),
        ])
    }
}
