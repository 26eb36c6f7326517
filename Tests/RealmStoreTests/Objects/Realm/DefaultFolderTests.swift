import Foundation
import Glibc
import RealmStore
import TestSupport
import Testing

/// The folder for files without an explicit one.
@Suite("Default folder") struct DefaultFolderTests {
    private static let types: [ObjectBase.Type] = [ModelPerson.self, ModelDog.self, ModelAddress.self]

    @Test func `neither a configuration nor a Realm in memory makes the folder`() async {
        await #expect(processExitsWith: .success) {
            let place = try TemporaryDirectory()
            setenv("XDG_DATA_HOME", place.url.path, 1)
            let configuration = Realm.Configuration.defaultConfiguration
            let realm = try Realm(
                configuration: .init(inMemoryIdentifier: "memory", objectTypes: DefaultFolderTests.types))
            let names = try FileManager.default.contentsOfDirectory(atPath: place.url.path)
            exit(names.isEmpty && realm.isEmpty && configuration.fileURL != nil ? 0 : 1)
        }
    }

    @Test func `the folder is created with the file, accessible only to its owner`() async {
        await #expect(processExitsWith: .success) {
            let place = try TemporaryDirectory()
            setenv("XDG_DATA_HOME", place.url.path, 1)
            let configuration = Realm.Configuration(objectTypes: DefaultFolderTests.types)
            let realm = try Realm(configuration: configuration)
            let folder = configuration.fileURL?.deletingLastPathComponent().path ?? ""
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            exit(folder.hasPrefix(place.url.path) && mode == 0o700 && realm.isEmpty ? 0 : 1)
        }
    }
}
