import Foundation
import Testing

@testable import RealmStore
@testable import TestSupport

/// Random histories of files, compared with a plain model of their expected content.
///
/// `REALMSTORE_MODEL_OPERATIONS`: operations of all runs together. `REALMSTORE_MODEL_SEED`: the first seed.
/// `REALMSTORE_MODEL_KEEP`: a directory where the files and the logs of operations stay. `REALMSTORE_MODEL_FILE`: a
/// file to continue with, written by any program; `.enc.realm` if it is encrypted. `REALMSTORE_MODEL_CHECKER`: a Python
/// program that checks the file after every 50th commit, see `ModelChecker`.
@Suite struct ModelTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let operations = environment["REALMSTORE_MODEL_OPERATIONS"].flatMap { Int($0) } ?? 20_000
    private static let firstSeed = environment["REALMSTORE_MODEL_SEED"].flatMap { UInt64($0) } ?? 1

    private static let checker: ModelChecker? = {
        let checker = ModelChecker(path: environment["REALMSTORE_MODEL_CHECKER"])
        print(checker.map { "every 50th commit is checked by \($0.program)" } ?? "no independent checker: skipped")
        return checker
    }()

    private static let scales: [(scale: ModelRun.Scale, share: Int)] = [
        (ModelRun.Scale(name: "small"), 35),
        (ModelRun.Scale(name: "encrypted", objects: 15, isEncrypted: true), 15),
        (ModelRun.Scale(name: "two openings", tables: 3, columns: 30, openings: 2), 10),
        (ModelRun.Scale(name: "schema", tables: 4, columns: 40, objects: 12, schemaChanges: 30), 20),
        (
            ModelRun.Scale(name: "tiny", tables: 2, embedded: 1, columns: 12, objects: 4, elements: 3, transaction: 5),
            14
        ),
        (
            ModelRun.Scale(
                name: "wide leaves", tables: 2, embedded: 1, columns: 14, objects: 900, batch: 350, elements: 30,
                transaction: 40), 3
        ),
        (
            ModelRun.Scale(
                name: "long collections", tables: 2, embedded: 1, columns: 40, objects: 6, elements: 1200,
                longestText: 5000, transaction: 40), 3
        ),
    ]

    private static let operationsOfRun = 1500

    @Test(arguments: scales.indices)
    func `a file holds what its model holds, whatever is done`(index: Int) throws {
        let (scale, share) = ModelTests.scales[index]
        var left = ModelTests.operations * share / 100
        var seed = ModelTests.firstSeed
        while left > 0 {
            try run(scale, seed: seed, operations: min(left, ModelTests.operationsOfRun))
            left -= ModelTests.operationsOfRun
            seed += 1
        }
    }

    @Test(.enabled(if: environment["REALMSTORE_MODEL_FILE"] != nil))
    func `a file that another program has changed holds what its model holds`() throws {
        let path = try #require(ModelTests.environment["REALMSTORE_MODEL_FILE"])
        let isEncrypted = path.hasSuffix(".enc.realm")
        let scale = ModelRun.Scale(name: "adopted", schemaChanges: 1, isEncrypted: isEncrypted)
        let run = try ModelRun(
            scale, seed: ModelTests.firstSeed, path: path, keepsLog: true, checker: ModelTests.checker)
        try finish(run, operations: ModelTests.operations)
    }

    private func run(_ scale: ModelRun.Scale, seed: UInt64, operations: Int) throws {
        let kept = ModelTests.environment["REALMSTORE_MODEL_KEEP"]
        let directory = kept ?? FileManager.default.temporaryDirectory.path + "/model-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { if kept == nil { try? FileManager.default.removeItem(atPath: directory) } }
        let name = scale.name.replacingOccurrences(of: " ", with: "-")
        let path = "\(directory)/\(name)-\(seed).realm"
        try? FileManager.default.removeItem(atPath: path)
        let run = try ModelRun(scale, seed: seed, path: path, keepsLog: kept != nil, checker: ModelTests.checker)
        try finish(run, operations: operations)
    }

    private func finish(_ run: ModelRun, operations: Int) throws {
        do {
            try run.begin()
            try run.run(operations: operations)
            try run.reopen()
        } catch {
            Issue.record("\(error)\n\(run.report)")
        }
    }
}
