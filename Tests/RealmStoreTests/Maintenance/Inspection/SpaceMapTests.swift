import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// `Realm.spaceMap`, on real files.
@Suite struct SpaceMapTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func open(_ fixture: Fixture) throws -> Realm {
        var configuration = Realm.Configuration(
            fileURL: try fixture.copy(into: directory), encryptionKey: fixture.key)
        configuration.schemaMode = .discovered
        configuration.lockMode = .immutable
        return try Realm(configuration: configuration)
    }

    private func bytes(_ map: Realm.SpaceMap, _ kind: Realm.SpaceMap.Kind) -> Int {
        map.owners.filter { $0.kind == kind }.reduce(0) { $0 + $1.bytes }
    }

    @Test(arguments: Fixture.all)
    func `the shares of a cell make it up, those of all cells the file`(fixture: Fixture) throws {
        let map = try open(fixture).spaceMap(cellCount: 100)
        #expect(map.cells.count <= 100 && map.cellBytes % 8 == 0)
        let sizes = map.cells.map { $0.shares.reduce(0) { $0 + $1.bytes } }
        #expect(sizes.dropLast().allSatisfy { $0 == map.cellBytes })
        #expect(sizes.last.map { $0 > 0 && $0 <= map.cellBytes } == true)
        #expect(map.owners.reduce(0) { $0 + $1.bytes } == sizes.reduce(0, +))
        #expect(map.cells.allSatisfy { $0.shares.allSatisfy { $0.bytes > 0 } })
    }

    @Test(arguments: Fixture.all)
    func `free bytes and those of the classes are what the file's facts say`(fixture: Fixture) throws {
        let realm = try open(fixture)
        let map = try realm.spaceMap()
        let info = try Realm.fileInfo(
            at: realm.configuration.fileURL ?? directory.url, encryptionKey: fixture.key, deep: true,
            lockMode: .immutable)
        #expect(bytes(map, .free) == info.freeBytes)
        let classes = map.owners.filter { $0.kind == .objects }
        #expect(classes.map(\.className) == info.classes.map(\.name))
        #expect(classes.map(\.bytes) == info.classes.map { $0.bytes ?? -1 })
    }

    @Test func `a file that was written by one program has no bytes unaccounted for`() throws {
        let map = try open(.named("migrate_v1")).spaceMap()
        #expect(bytes(map, .unaccounted) == 0)
        #expect(bytes(map, .header) == 24 && bytes(map, .bookkeeping) > 0 && bytes(map, .history) > 0)
    }

    @Test func `free blocks are counted, and the largest is known`() throws {
        let map = try open(.named("churned")).spaceMap()
        #expect(map.freeBlocks > 1 && map.largestFreeBlock > 0)
        #expect(map.largestFreeBlock <= bytes(map, .free))
    }

    @Test func `a file to which nothing was committed is free but for its header`() throws {
        let map = try open(.named("just_created")).spaceMap()
        #expect(map.freeBlocks == 0 && bytes(map, .header) == 24 && map.owners.allSatisfy { $0.kind != .objects })
    }

    @Test func `bytes that nobody owns are shown as such`() throws {
        let damaged = try DamagedFile("embedded")
        let lengths = try damaged.child(damaged.top, 4)
        let length = IntegerArray(try damaged.space.node(lengths))[0]
        try damaged.set(0, of: lengths, to: length - 8)
        var configuration = Realm.Configuration(fileURL: try directory.file("leak.realm", Data(damaged.bytes)))
        configuration.lockMode = .immutable
        #expect(bytes(try Realm(configuration: configuration).spaceMap(), .unaccounted) == 8)
    }

    @Test func `a map survives being encoded`() throws {
        let map = try open(.named("migrate_v1")).spaceMap(cellCount: 7)
        #expect(try JSONDecoder().decode(Realm.SpaceMap.self, from: JSONEncoder().encode(map)) == map)
    }

    @Test func `a map inside of a write transaction traps`() async {
        await #expect(processExitsWith: .failure) {
            var configuration = Realm.Configuration(inMemoryIdentifier: "SpaceMapTests")
            configuration.schemaMode = .discovered
            let realm = try Realm(configuration: configuration)
            realm.beginWrite()
            _ = try realm.spaceMap()
        }
    }
}
