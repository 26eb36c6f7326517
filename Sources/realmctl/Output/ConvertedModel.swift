import Foundation

/// A Swift file, and what its conversion makes of it.
struct ConvertedModel: Sendable {
    let source: ModelFile
    let text: String
    let notes: [ModelConverterProgram.Answer.Note]
    let diff: UnifiedDiff

    init(_ source: ModelFile, _ converted: ModelConverterProgram.Answer.File) {
        self.source = source
        text = converted.source
        notes = converted.notes
        diff = UnifiedDiff(from: source.text, to: converted.source, named: source.name)
    }

    var isChanged: Bool { Data(text.utf8) != source.bytes }

    /// How many places have to be changed by hand.
    var left: Int { notes.count { $0.kind == .left } }

    /// Replaces the file, if it still is what was read.
    func rewrite(in context: CommandContext) throws {
        try Failure.about(source.name) {
            let output = try OutputFile(rewriting: source.name, in: context)
            try output.write(Data(text.utf8))
            guard try Data(contentsOf: URL(fileURLWithPath: source.name)) == source.bytes else {
                throw Failure(
                    .busy, "changedWhileReading", "The file '\(source.name)' was changed meanwhile.",
                    path: source.name, hint: "Try again.")
            }
            try output.commit()
        }
    }

    func json(isWritten: Bool) -> JSONValue {
        let notes = notes.map { note -> JSONValue in
            .object([
                ("kind", .string(note.kind.rawValue)), ("line", JSONValue(note.line)),
                ("message", .string(note.message)),
            ])
        }
        return .object([
            ("path", .string(source.name)), ("changed", .bool(isChanged)), ("written", .bool(isWritten)),
            ("source", .string(text)), ("diff", .string(diff.plainText)), ("notes", .array(notes)),
        ])
    }
}
