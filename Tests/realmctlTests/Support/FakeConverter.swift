import Foundation
import TestSupport

/// A script in the place of the program that converts models, and a file for it: the tests are about how it is run.
struct FakeConverter {
    static let source = "class Dog: Object {\n    @objc dynamic var name = \"\"\n}\n"
    static let converted = "class Dog: Object {\n    @Persisted var name = \"\"\n}\n"

    let program: String
    let file: String

    /// - Parameters:
    ///   - files: how many files it answers for.
    ///   - kind: the kind of the note about each.
    ///   - before: a command of the shell that the program runs first.
    init(in place: Workplace, files: Int = 1, kind: String = "hint", before: String = "cat > /dev/null") throws {
        let text = try String(decoding: JSONEncoder().encode(Self.converted), as: UTF8.self)
        let note = #"{"kind":"\#(kind)","line":2,"message":"look here"}"#
        let answer = [String](repeating: #"{"source":\#(text),"notes":[\#(note)]}"#, count: files)
        file = try place.file("Models.swift", Data(Self.source.utf8))
        program = try place.file(
            "converter",
            Data(
                """
                #!/bin/sh
                \(before)
                cat <<'ANSWER'
                {"format":1,"files":[\(answer.joined(separator: ","))]}
                ANSWER

                """.utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    var arguments: [String] { ["--converter", program, file] }
}
