import RealmStore

/// One step of a migration file: read once, checked against the schema that the steps before it leave, and run on
/// files.
protocol MigrationStep: Sendable {
    /// The step's name in files.
    static var name: String { get }
    /// The fields that it may have.
    static var fields: [String] { get }

    /// Reads the fields; nil if one is missing or wrong, which `fields` then knows.
    init?(_ fields: inout StepFields)

    /// Changes the schema as the step does, and tells what is wrong with the step.
    func check(_ sketch: inout SchemaSketch)

    /// Does the step.
    ///
    /// - Returns: how many objects were changed, made or deleted. Renaming touches none.
    /// - Throws: `badMigration` for objects that do not allow it; `FormatError` for a damaged file.
    func run(_ run: StepRun) throws -> Int

    /// True if data may be lost: objects, or properties with their values.
    var isDestructive: Bool { get }
    /// What the step does, in a few words for people.
    var summary: String { get }
}

extension MigrationStep {
    var isDestructive: Bool { false }
}

/// A step in its file.
struct PlacedStep: Sendable {
    let step: any MigrationStep
    /// Where the step begins.
    let place: SourcePlace
    /// A field of the step was wrong: what else is wrong may follow from that.
    var isDubious = false

    var name: String { type(of: step).name }

    /// All kinds of steps.
    static let kinds: [any MigrationStep.Type] = [
        AddClassStep.self, RenameClassStep.self, RemoveClassStep.self, AddPropertyStep.self, RemovePropertyStep.self,
        RenamePropertyStep.self, ChangeTypeStep.self, SetOptionalStep.self, SetPrimaryKeyStep.self, AddIndexStep.self,
        RemoveIndexStep.self, SetEmbeddedStep.self, SetStep.self, CopyStep.self, ConcatStep.self, MapStep.self,
        LookupStep.self, SplitStep.self, DeleteStep.self, DedupeStep.self, CheckStep.self,
    ]
}
