import Foundation

@testable import ModelConversion

/// What the converter makes of a source, for the tests.
struct Conversion {
    let text: String
    let notes: [ConversionNote]

    init(_ source: String) {
        let converted = ModelConverter.convert([ModelSource(path: "Models.swift", source: source)])[0]
        (text, notes) = (converted.source, converted.notes)
    }

    /// The members of a model class, `class Dog: Object`, converted.
    init(members: String, of head: String = "class Dog: Object") {
        let conversion = Conversion("\(head) {\n\(members)\n}\n")
        text = String(conversion.text.drop { $0 != "\n" }.dropFirst().dropLast("\n}\n".count))
        notes = conversion.notes
    }

    /// What is left to be done by hand.
    var left: [String] { notes.filter { $0.kind == .left }.map(\.message) }

    var hints: [String] { notes.filter { $0.kind == .hint }.map(\.message) }

    /// The text without the comments that say what is not converted.
    var withoutMarks: String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.contains(ParsedSource.markPrefix) }
            .joined(separator: "\n")
    }
}
