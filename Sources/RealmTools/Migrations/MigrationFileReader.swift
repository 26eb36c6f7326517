import RealmStore
import Yams

/// Reads migration files and collects all their problems.
struct MigrationFileReader {
    private var reader: SchemaReader
    private var file: MigrationFile

    private static let fields = ["version", "description", "from", "schema", "steps"]
    /// The highest schema version to which a file may lead.
    static let highestVersion = UInt64(Int64.max)

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - version: the version in the file's name.
    ///   - path: the name of the file in messages.
    /// - Returns: the readable content, and the problems; nil and the reason if the text is not a document.
    static func read(
        _ text: String, named name: String, version: UInt64, path: String
    ) -> (file: MigrationFile?, problems: [Diagnostic]) {
        var document = DocumentReader(file: path)
        guard let root = document.root(of: text, kind: "a migration") else { return (nil, document.problems) }
        var reader = MigrationFileReader(document, name, version)
        reader.read(root)
        return (reader.file, reader.reader.document.problems)
    }

    private init(_ document: DocumentReader, _ name: String, _ version: UInt64) {
        reader = SchemaReader(document)
        file = MigrationFile(name: name, version: version, place: SourcePlace(file: document.file))
    }

    private mutating func read(_ root: Yams.Node) {
        let before = reader.document.problems.count
        var names = Set<String>()
        for field in reader.document.fields(root, "a migration", allowed: MigrationFileReader.fields) {
            names.insert(field.name)
            switch field.name {
            case "version": readVersion(field.value)
            case "description": file.description = reader.document.text(field.value, "'description'")?.value
            case "from": readFrom(field.value)
            case "schema": readBaseline(field.value)
            default: readSteps(field.value)
            }
        }
        guard root.mapping != nil else { return }
        if !names.contains("version") {
            reader.document.problem(root, "the file lacks 'version: \(file.version)'")
        }
        if names.isSuperset(of: ["schema", "steps"]) {
            reader.document.problem(root, "a file has either 'schema' (a baseline) or 'steps', not both")
        } else if names.isDisjoint(with: ["schema", "steps"]), reader.document.problems.count == before {
            reader.document.problem(root, "the file has neither 'schema' (a baseline) nor 'steps'")
        }
    }

    private mutating func readBaseline(_ node: Yams.Node) {
        let before = reader.document.problems.count
        let schema = reader.readSchema(node)
        file.baseline = schema
        guard reader.document.problems.count == before else { return }
        for fault in SchemaValidation.problems(of: schema) { reader.document.problem(node, fault) }
    }

    // MARK: Versions

    private mutating func readVersion(_ node: Yams.Node) {
        guard let version = node.scalar.flatMap({ UInt64($0.string) }) else {
            return reader.document.problem(node, "the version must be a number")
        }
        guard version != file.version else { return }
        reader.document.problem(node, "the version is \(version), but the file's name says \(file.version)")
    }

    private mutating func readFrom(_ node: Yams.Node) {
        let place = reader.document.place(node)
        var versions = VersionSet()
        for element in node.sequence.map(Array.init) ?? [node] where !versions.add(element.scalar?.string ?? "") {
            reader.document.problem(element, "'from' must be a version, a list of versions, or LOWEST..HIGHEST")
            return
        }
        guard !versions.ranges.isEmpty else { return reader.document.problem(node, "'from' is empty") }
        if versions.ranges.contains(where: { $0.upperBound >= file.version }) {
            return reader.document.problem(
                node, "'from' must be below \(file.version), the version that the file leads to")
        }
        file.from = Placed(versions, at: place)
    }

    // MARK: Steps

    private mutating func readSteps(_ node: Yams.Node) {
        for element in reader.document.elements(node, "'steps'") { readStep(element) }
    }

    private mutating func readStep(_ node: Yams.Node) {
        guard let mapping = node.mapping, mapping.count == 1 else {
            return reader.document.problem(node, "a step is one name with its fields: 'add_class: {...}'")
        }
        for entry in reader.document.entries(node, "a step") {
            guard let kind = PlacedStep.kinds.first(where: { $0.name == entry.name }) else {
                let near = PredicateError.suggestions(for: entry.name, among: PlacedStep.kinds.map { $0.name })
                reader.document.problem(
                    entry.key, "there is no step '\(entry.name)'", code: .unknownStep, suggestions: near)
                continue
            }
            let place = reader.document.place(entry.key)
            var fields = StepFields(entry.name, entry.value, allowed: kind.fields, at: place, reader)
            // Without a mapping every field would be reported as missing.
            let step = entry.value.mapping == nil ? nil : kind.init(&fields)
            let isDubious = fields.reader.document.problems.count > reader.document.problems.count
            reader = fields.reader
            if let step { file.steps.append(PlacedStep(step: step, place: place, isDubious: isDubious)) }
        }
    }
}
