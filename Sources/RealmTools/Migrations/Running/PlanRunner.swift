import Foundation
import RealmStore

/// Runs the files of a plan on the tables of a write transaction.
struct PlanRunner {
    let plan: MigrationPlan
    /// The path of the Realm, for messages.
    let path: String
    let progress: StepProgress

    /// Checks that the plan fits a file before anything is changed: its schema version, and that all steps fit its
    /// schema, which may differ from the baseline.
    ///
    /// - Returns: the resulting schema of the plan.
    func check(_ group: Group) throws -> Schema {
        let stored = try SchemaUpdate.Stored(group)
        guard stored.version == plan.from else {
            let (found, wanted) = (PlanRunner.text(stored.version), PlanRunner.text(plan.from))
            throw RLMError(
                .badMigration, "The file '\(path)' has \(found), and the plan is for one that has \(wanted).",
                path: path)
        }
        var schema = stored.schema
        if let baseline = plan.sources.first?.baseline { schema = try merge(baseline, into: schema) }
        let (end, problems) = MigrationFolder.simulate(plan.sources, from: schema)
        guard problems.isEmpty else {
            let list = problems.map(\.description).joined(separator: "\n")
            throw RLMError(.badMigration, "The steps do not fit the file '\(path)':\n\(list)", path: path)
        }
        return end
    }

    private static func text(_ version: UInt64?) -> String {
        version.map { "schema version \($0)" } ?? "no schema version"
    }

    /// The classes of a file without version, and those of the baseline, which must agree.
    private func merge(_ baseline: Schema, into schema: Schema) throws -> Schema {
        let common = Schema(baseline.objectSchema.filter { schema[$0.className] != nil })
        let differences = SchemaChange.all(from: schema, to: common).map { "- \($0)" }
        guard differences.isEmpty else {
            throw RLMError(
                .badMigration,
                "The file '\(path)' has no schema version, and classes other than those of the baseline:\n"
                    + differences.joined(separator: "\n"), path: path)
        }
        return Schema(schema.objectSchema + baseline.objectSchema.filter { schema[$0.className] == nil })
    }

    /// Runs one file, and sets its resulting schema version.
    func run(_ file: MigrationFile, on objects: ObjectEditor) throws -> MigrationReport.File {
        var sketch = SchemaSketch(StoredSchema.read(objects.tables.group()), at: file.place)
        let run = StepRun(objects, path: path, showsValues: plan.showsValues, at: file.place)
        if let baseline = file.baseline {
            try run.writer.addClasses(baseline.objectSchema.filter { sketch.schema[$0.className] == nil })
        }
        var steps: [MigrationReport.Step] = []
        for step in file.steps {
            sketch.apply(step)
            run.schema = sketch.schema
            run.place = step.place
            let begin = ContinuousClock.now
            let rows: Int
            do {
                rows = try step.step.run(run)
            } catch let refusal as SchemaRefusal {
                throw run.failure(refusal.message)
            }
            let time = (ContinuousClock.now - begin) / .milliseconds(1)
            steps.append(MigrationReport.Step(line: step.place.line, op: step.name, rows: rows, ms: Int(time)))
            progress.advance()
        }
        try objects.tables.setSchemaVersion(file.version)
        return MigrationReport.File(name: file.name, steps: steps)
    }
}
