import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Details that differ in older formats: each is read as it is, and is gone after the upgrade.
@Suite("Upgrade: layout") final class FormatUpgradeTests {
    private let directory: TemporaryDirectory
    private var files = OpenFiles()

    init() throws { directory = try TemporaryDirectory() }

    private func file(
        _ details: Set<AgedFile.Detail>, format: Int, grows: Bool = false
    ) throws -> (url: URL, aged: AgedFile) {
        let aged = try AgedFile(details, format: format, grows: grows)
        return (try directory.file("old.realm", Data(aged.bytes)), aged)
    }

    private func upgrade(_ url: URL) throws -> (from: Int, to: Int) {
        try Realm.upgradeFileFormat(for: Realm.Configuration(fileURL: url))
    }

    /// The tables of the file as they are now.
    private func group(_ url: URL) throws -> Group {
        try Group(files.keep(RealmFile.open(url.path, key: nil, sharing: .none)))
    }

    private func expectUpgraded(_ url: URL, _ aged: AgedFile) throws {
        let report = try Realm.verify(at: url)
        #expect(report.isSound && report.noteCount == 0, "\(report.problems)")
        #expect(report.leakedBytes ?? 0 == 0)
        #expect(try AgedFile.text(url) == aged.text)
        #expect(try Realm.fileInfo(at: url).fileFormat == 24)
    }

    private static let details: [(Set<AgedFile.Detail>, Int)] = [
        ([.primaryKeysWithoutIndex, .oldColumnKeys], 10), ([.primaryKeysWithoutIndex, .oldColumnKeys], 11),
        ([.primaryKeysWithoutIndex, .oldColumnKeys], 20),
        ([.primaryKeysWithoutIndex, .oldColumnKeys, .hashedDictionaries, .reversedSets], 21),
        ([.oldColumnKeys, .hashedDictionaries, .reversedSets], 22), ([.reversedSets, .oldColumnKeys], 23), ([], 23),
    ]

    @Test(arguments: details)
    func `a file of an older format is read without a change`(_ details: Set<AgedFile.Detail>, format: Int) throws {
        let (url, aged) = try file(details.subtracting([.reversedSets]), format: format)
        #expect(try AgedFile.text(url) == aged.text)
        #expect(try Realm.verify(at: url).isSound)
        #expect(try Realm.fileInfo(at: url, deep: true).fileFormat == format)
        #expect(try Array(Data(contentsOf: url)) == aged.bytes)
    }

    @Test(arguments: details)
    func `an upgrade keeps what a file holds`(_ details: Set<AgedFile.Detail>, format: Int) throws {
        let (url, aged) = try file(details, format: format)
        let result = try upgrade(url)
        #expect(result == (format, 24))
        try expectUpgraded(url, aged)
        #expect(try upgrade(url) == (24, 24))
    }

    @Test(arguments: details)
    func `a copy of an older file is of the current format`(_ details: Set<AgedFile.Detail>, format: Int) throws {
        let (url, aged) = try file(details, format: format)
        let copy = directory.url.appendingPathComponent("copy.realm")
        try Realm(configuration: Realm.Configuration(fileURL: url)).writeCopy(toFile: copy)
        try expectUpgraded(copy, aged)
        #expect(try Array(Data(contentsOf: url)) == aged.bytes)
    }

    @Test func `a primary key gets an index that was not asked for`() throws {
        let (url, _) = try file([.primaryKeysWithoutIndex], format: 20)
        let before = try #require(group(url).table(ofClass: "Person")?.primaryKey)
        #expect(before.indexRoot.isNone)
        _ = try upgrade(url)
        let table = try #require(group(url).table(ofClass: "Person"))
        let key = try #require(table.primaryKey)
        #expect(key.isIndexed && !key.attributes.contains(.indexed))
        let scratch = ValueScratch()
        #expect(try table.find(primaryKey: scratch.string("Cleo")) != nil)
        #expect(try table.find(primaryKey: scratch.string("Dan")) == nil)
    }

    @Test func `dictionaries are put in the order of their keys`() throws {
        let (url, aged) = try file([.hashedDictionaries], format: 22, grows: true)
        let before = try dictionary(url)
        #expect(before.trees == nil && before.count == AgedFile.largeCount)
        _ = try upgrade(url)
        let after = try dictionary(url)
        #expect(after.trees != nil && after.count == AgedFile.largeCount)
        try expectUpgraded(url, aged)
    }

    private func dictionary(_ url: URL) throws -> DictionaryTree {
        let table = try #require(group(url).table(ofClass: "Person"))
        let column = try #require(table.column(named: "scores"))
        let position = try #require(try table.objects().find(ObjectKey(0)))
        return try table.dictionary(column, at: position)
    }

    @Test func `dictionaries of format 23 are not looked at`() throws {
        let (url, _) = try file([.hashedDictionaries], format: 23)
        _ = try upgrade(url)
        #expect(try dictionary(url).trees == nil)
    }

    @Test func `an entry that is there twice stops the upgrade`() throws {
        let (url, aged) = try file([.hashedDictionaries], format: 22)
        var bytes = aged.bytes
        // The keys of "scores" are "", "Eta" and "zeta", in a leaf of 8 bytes each.
        let zeta = try #require(bytes.firstRange(of: Array("zeta\0\0\0".utf8)))
        bytes.replaceSubrange(zeta.lowerBound..<zeta.lowerBound + 8, with: Array("Eta\0\0\0\0".utf8) + [4])
        try Data(bytes).write(to: url)
        let error = #expect(throws: RLMError.self) { try upgrade(url) }
        #expect(error?.reason == .damagedFile)
        #expect(try Array(Data(contentsOf: url)) == bytes)
    }

    @Test func `sets of strings, data and mixed values are put in order`() throws {
        let (url, aged) = try file([.reversedSets], format: 23)
        let before = try Realm.verify(at: url)
        #expect(before.isSound && before.noteCount == 3, "\(before.problems)")
        _ = try upgrade(url)
        try expectUpgraded(url, aged)
    }

    @Test func `lists of links get the column key of a link, at both ends`() throws {
        let (url, aged) = try file([.oldColumnKeys], format: 22)
        func keys() throws -> [ColumnKey] {
            let group = try group(url)
            let person = try #require(group.table(ofClass: "Person"))
            let home = try #require(group.table(ofClass: "Home"))
            let lists = person.columns.filter { $0.type == .link && $0.collection == .list }.map(\.key)
            let origins = (person.backlinkColumns + home.backlinkColumns).map(\.oppositeColumn)
            #expect(lists.count == 2 && lists.allSatisfy(origins.contains))
            return lists
        }
        #expect(try keys().allSatisfy { $0 != $0.upgraded })
        _ = try upgrade(url)
        #expect(try keys().allSatisfy { $0 == $0.upgraded })
        try expectUpgraded(url, aged)
    }

    @Test(arguments: [(22, 0), (23, 5)])
    func `asymmetric objects of format 22 are removed`(format: Int, count: Int) throws {
        let (url, aged) = try file([.asymmetricObjects], format: format)
        #expect(try group(url).table(ofClass: "Event")?.objects().count == 5)
        _ = try upgrade(url)
        #expect(try group(url).table(ofClass: "Event")?.objects().count == count)
        try expectUpgraded(url, aged)
    }

    @Test func `the top array says a local history, of a commit that touched nothing`() throws {
        let (url, _) = try file([], format: 23)
        #expect(try RealmFile.open(url.path, key: nil, sharing: .none).top?.historySchemaVersion == 0)
        _ = try upgrade(url)
        let snapshot = try Database.open(url.path).newest()
        let top = try #require(snapshot.top)
        #expect(top.historyType == .inRealm && top.historySchemaVersion == 1 && top.version == 2)
        #expect(try snapshot.changesets(after: 1) == [[]])
    }
}
