import Foundation
import Glibc
import Testing

@testable import RealmStore
@testable import RealmTools
@testable import TestSupport

/// Disk calls that fail while a plan is run.
@Suite("Migration plans on failing disks") struct MigrationFailureTests {
    private let place: MigrationPlace

    init() throws { place = try MigrationPlace() }

    private static let schema = "classes: {Dog: {properties: {name: string, age: string}}}"

    private static let files = [
        "0002_a.yaml": MigrationPlace.file(
            "- change_type: {class: Dog, property: age, to: int, convert: parse}\n"
                + "- rename_class: {from: Dog, to: Hound}"
        ),
        "0003_b.yaml": MigrationPlace.file("- concat: {class: Hound, to: name, parts: [name, age]}", version: 3),
    ]

    /// Enough dogs that commits make the file grow.
    private func dogs(_ name: String) throws -> Realm.Configuration {
        let lines = (0..<1200).map {
            #"{"_class":"Dog","_key":\#(($0 & 0xFF) | (($0 >> 8) << 16)),"name":"dog \#($0)","age":"\#($0)"}"#
        }
        return try place.realm(Self.schema, lines, name: name)
    }

    @Test(arguments: [EIO, ENOSPC])
    func `the file is at the boundary of a version, whichever call fails in place`(_ number: Int32) throws {
        let original = try dogs("original.realm")
        let folder = try place.folder(Self.files)
        var states: [UInt64: String] = [1: try place.export(original)]
        for version in UInt64(2)...3 {
            _ = try folder.plan(from: version - 1, to: version).apply(to: original, backupDirectory: nil)
            states[version] = try place.export(original)
        }
        let start = try Data(contentsOf: #require(dogs("start.realm").fileURL))
        let plan = try folder.plan(from: 1, to: nil)
        for index in 0..<1000 {
            var realm = Realm.Configuration(fileURL: try place.directory.file("run.realm", start))
            realm.schemaMode = .discovered
            let disk = FailingDisk()
            disk.fail(call: index, number)
            do {
                let request = try RewriteRequest(realm, Realm.FileWriteOptions(), nil)
                let run = PlanApplication(
                    plan, realm, try request.lock(), request, Realm.FileWriteOptions(), StepProgress(nil, plan))
                _ = try run.inPlace(nil, disk)
                #expect(disk.failed == nil)
                #expect(index > 6)
                return
            } catch let error as RLMError {
                #expect(error.code == (number == ENOSPC ? .outOfDiskSpace : .fileAccess))
            }
            let version = try #require(place.schema(realm).version)
            #expect(try place.export(realm) == states[version], "call \(index)")
            #expect(try place.isSound(realm))
        }
        Issue.record("the plan never came to its end")
    }

    @Test func `a directory that cannot be written leaves the file as it is`() throws {
        // Root may write anywhere.
        guard getuid() != 0 else { return }
        let realm = try dogs("app.realm")
        let before = try Data(contentsOf: #require(realm.fileURL))
        chmod(place.directory.url.path, 0o500)
        defer { chmod(place.directory.url.path, 0o700) }
        let plan = try place.folder(Self.files).plan(from: 1, to: nil)
        #expect(throws: (any Error).self) { try plan.apply(to: realm, backupDirectory: nil) }
        #expect(try Data(contentsOf: #require(realm.fileURL)) == before)
    }
}
