import Foundation
import Glibc
import Testing

@testable import RealmStore
@testable import TestSupport

/// An upgrade is one commit: after any failure, the file is of the old format with the old layout, or of the new with
/// the new.
@Suite("Upgrade: crashes") struct UpgradeCrashTests {
    private let directory = StorageDirectory()

    private static let details: Set<AgedFile.Detail> = [.primaryKeysWithoutIndex, .hashedDictionaries, .oldColumnKeys]

    /// The way the file is stored.
    enum Form: CaseIterable {
        case plain, streaming, encrypted
    }

    private func write(_ aged: AgedFile, _ form: Form) throws {
        switch form {
        case .plain: try directory.write(aged.bytes)
        case .streaming: try directory.write(streaming(aged.bytes))
        case .encrypted: try aged.write(to: directory.file, key: StorageDirectory.key)
        }
    }

    /// The same file with its top ref in a footer.
    private func streaming(_ bytes: [UInt8]) -> [UInt8] {
        let cookie = withUnsafeBytes(of: RawFileHeader.footerCookie.littleEndian) { Array($0) }
        return [UInt8](repeating: 0xFF, count: 8) + bytes[8...] + bytes[..<8] + cookie
    }

    private func key(_ form: Form) -> EncryptionKey? { form == .encrypted ? StorageDirectory.key : nil }

    /// Expects a sound file of either format that holds `text`; returns its format.
    private func check(_ image: [UInt8], _ form: Form, _ aged: AgedFile, _ what: Comment) throws -> Int {
        let copy = StorageDirectory()
        try copy.write(image)
        let url = URL(fileURLWithPath: copy.file)
        let key = form == .encrypted ? Data(0..<64) : nil
        let report = try Realm.verify(at: url, encryptionKey: key, lockMode: .immutable)
        #expect(report.isSound, "\(what): \(report.problems)")
        #expect(try AgedFile.text(url, key: key) == aged.text, what)
        let file = try RealmFile.open(copy.file, key: self.key(form), sharing: .none)
        let table = try #require(try Group(file).table(ofClass: "Person"))
        let isOld = try #require(table.primaryKey).indexRoot.isNone
        #expect(file.header.format == (isOld ? 21 : 24), what)
        #expect(file.top?.version == (isOld ? 1 : 2), what)
        return file.header.format
    }

    @Test(arguments: Form.allCases)
    func `after a crash the format fits the layout`(_ form: Form) throws {
        let aged = try AgedFile(Self.details, format: 21)
        try write(aged, form)
        let base = try directory.bytes()
        let disk = RecordingDisk()
        let database = try directory.open(key(form), disk: disk, creates: false)
        #expect(try FileUpgrade.run(database, timeout: nil) == 21)
        let images = CrashImages(base: base, calls: disk.calls, isEncrypted: form == .encrypted)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        var formats: [Int] = []
        for count in 0...images.calls.count {
            for loss in [CrashImages.Loss.nothing, .everything, .random, .random, .random] {
                let image = images.image(after: count, loss, using: &random)
                formats.append(try check(image, form, aged, "seed \(seed), after call \(count), \(loss)"))
            }
        }
        #expect(formats.first == 21)
        #expect(formats.suffix(5) == [24, 24, 24, 24, 24])
    }

    @Test(arguments: Form.allCases)
    func `whichever call fails, the format fits the layout`(_ form: Form) throws {
        let aged = try AgedFile(Self.details, format: 21)
        for index in 0..<1000 {
            try write(aged, form)
            let disk = FailingDisk(unit: form == .encrypted ? PageCipher.pageSize : 1)
            let database = try directory.open(key(form), disk: disk, creates: false)
            disk.fail(call: index, EIO)
            let isDone = (try? FileUpgrade.run(database, timeout: nil)) != nil
            #expect(isDone == (disk.failed == nil))
            let format = try check(directory.bytes(), form, aged, "call \(index)")
            if isDone { return #expect(format == 24 && index > 3) }
        }
        Issue.record("the upgrade has no end")
    }
}
