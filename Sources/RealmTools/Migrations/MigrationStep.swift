import RealmStore

/// One step of a migration file: read once, checked against the schema left by the previous steps, and run on files.
protocol MigrationStep: Sendable {
    /// The step's name in files.
    static var name: String { get }
    /// Its possible fields.
    static var fields: [String] { get }

    /// Reads the fields; nil if one is missing or invalid, which `fields` then records.
    init?(_ fields: inout StepFields)

    /// Applies the step to the schema, and reports problems of the step.
    func check(_ sketch: inout SchemaSketch)

    /// Runs the step.
    ///
    /// - Returns: the number of objects changed, created or deleted. Renaming touches none.
    /// - Throws: `badMigration` for objects that prevent it; `FormatError` for a damaged file.
    func run(_ run: StepRun) throws -> Int

    /// True if data may be lost: objects, or properties with their values.
    var isDestructive: Bool { get }
    /// A short readable description of the step.
    var summary: String { get }
}

extension MigrationStep {
    var isDestructive: Bool { false }
}

/// A step in its file.
struct PlacedStep: Sendable {
    let step: any MigrationStep
    /// The start of the step.
    let place: SourcePlace
    /// Whether a field of the step was invalid: other problems may follow from that.
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
