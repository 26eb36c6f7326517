import Foundation
import TestSupport
import Testing

/// The fields of the documents that programs read: their names, order and types.
@Suite struct JSONShapeTests {
    /// A run, and the shape of its `result`: `name:type`, with `?` for fields that may be null, `[]` behind names of
    /// lists.
    struct Shape: Sendable, CustomTestStringConvertible {
        let command: String
        let shape: String
        /// Follows the command's words; nil for those of its recipe.
        let arguments: OptionEffect.Arguments?

        var testDescription: String { command }

        init(_ command: String, _ shape: String, of arguments: OptionEffect.Arguments? = nil) {
            (self.command, self.shape, self.arguments) = (command, shape, arguments)
        }
    }

    @Test(arguments: JSONShapeTests.shapes)
    func `the result has its fields in their order`(shape: Shape) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let recipe = try #require(CommandRecipe.all.first { $0.name == shape.command })
        let arguments = try shape.arguments?(ingredients) ?? recipe.prepare(ingredients)
        let key = recipe.takesKey ? ["--key-file", ingredients.key] : []
        let output = try RealmctlProcess.run(recipe.words + arguments + key + ["--json"])
        let document = try JSONText(output.out.utf8)
        #expect(
            document.members.map(\.name) == ["realmctl", "command", "ok", "exitCode", "result", "warnings", "error"])
        let found = JSONShapeTests.tokens(of: try #require(document["result"])).dropFirst().dropLast()
        let expected = shape.shape.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(
            found.count == expected.count && zip(found, expected).allSatisfy(JSONShapeTests.fits),
            "\(found.joined(separator: " "))")
    }

    @Test func `there is a shape for every command`() {
        let bare = CommandRecipe.all.filter(\.follows).map(\.name)
        #expect(Set(JSONShapeTests.shapes.map(\.command) + bare) == Set(CommandRecipe.all.map(\.name)))
    }

    /// Null matches any type that may be null; an empty list matches any element type.
    private static func fits(_ found: String, _ expected: String) -> Bool {
        if found == expected || found + "?" == expected { return true }
        if found.hasSuffix(":null") { return expected.hasPrefix(found.dropLast(4)) && expected.hasSuffix("?") }
        return found.hasSuffix("[]") && expected.hasPrefix(found + ":")
    }

    /// The value as words: `name:string`, `name{` ... `}`, `name[]{` ... `}` with the first element of the list.
    private static func tokens(of value: JSONText, named name: String = "") -> [String] {
        switch value {
        case .null: ["\(name):null"]
        case .bool: ["\(name):bool"]
        case .number: ["\(name):number"]
        case .string: ["\(name):string"]
        case .array(let items): items.first.map { tokens(of: $0, named: "\(name)[]") } ?? ["\(name)[]"]
        case .object(let members):
            ["\(name){"] + members.flatMap { tokens(of: $0.value, named: $0.name) } + ["}"]
        }
    }
}

extension JSONShapeTests {
    private static let summary = "summary{ files:number ok:number findings:number failed:number notTried:number"
    private static let imported = """
        objects:number transactions:number ownerlessObjects:number rejected:number dryRun:bool
        classes[]{ name:string created:number updated:number }
        """
    private static let manifest = """
        manifest{ format:string formatVersion:number tool:string created:string origin{ host:string path:string }
            realm{ member:string bytes:number sha256:string fileFormat:number schemaVersion:number? encrypted:bool
                keyFingerprint:string? history:string commitVersion:number classes[]{ name:string objects:number } }
            compression{ level:number windowLog:number } }
        """
    private static let refused = """
        files[]{ path:string error{ code:string message:string path:string? hint:string? detail{ } } } \(summary) }
        """
    private static let keyChange = """
        files[]{ path:string status:string output:string? before:number after:number? keyFingerprint:string?
            seconds:number } \(summary) }
        """

    private static let diagnosis = """
        path:string kind:string bytes:number? opens:bool fileFormat:number? key:string schemaVersion:number?
        usedBytes:number? freeBytes:number?
        verification{ level:string opens:bool errors:number notes:number problems[]:problem } salvage:null?
        \(surroundings)
        """
    private static let damaged = """
        path:string kind:string bytes:number? opens:bool fileFormat:number? key:string schemaVersion:number?
        usedBytes:number? freeBytes:number?
        verification{ level:string opens:bool errors:number notes:number
            problems[]{ code:string severity:string ref:number? where:string? message:string } }
        salvage{ readable:number expected:number? commitVersion:number?
            classes[]{ name:string expected:number? readable:number } }
        \(surroundings)
        """
    private static let surroundings = """
        holders[]:holder access{ read:bool write:bool makeFiles:bool lockFileDenied:bool mode:string? names:number? }
        availableBytes:number? next[]{ reason:string command:string? } bundle:string?
        """

    static let shapes = inspecting + querying + writing + archives + migrating

    private static let inspecting: [Shape] = [
        .init(
            "info",
            """
            files[]{ path:string bytes:number fileFormat:number encrypted:bool keyFingerprint:string?
                schemaVersion:number? history:string streamingForm:bool commitVersion:number usedBytes:number
                freeBytes:number freeRatio:number freeBlocks:number largestFreeBlock:number
                activeVersions:number?                 versionsInUse[]:use
                obstacles[]:obstacle
                classes[]{ name:string objects:number properties:number primaryKey:string? embedded:bool
                    enumerated[]:string bytes:number? } openBy[]:number companions[]:string } \(summary) }
            """),
        .init(
            "schema convert",
            """
            files[]{ path:string changed:bool written:bool source:string diff:string
                notes[]{ kind:string line:number message:string } } changed:number left:number
            """),
        .init(
            "schema print",
            """
            schemaVersion:number? classes[]{ name:string primaryKey:string? embedded:bool asymmetric:bool
                properties[]{ name:string type:string indexed:bool fulltext:bool } }
            """),
        .init("schema-version", "schemaVersion:number?"),
        .init(
            "verify",
            """
            files[]{ path:string level:string opens:bool
                problems[]{ code:string severity:string ref:number? where:string? message:string }
                errors:number notes:number nodes:number bytesChecked:number leakedBytes:number?
                checked{ tables:number objects:number values:number links:number indexes:number
                    freeBlocks:number largestFreeBlock:number pages:number } } \(summary) }
            """, of: { [try $0.broken()] }),
        .init("diagnose", diagnosis), .init("diagnose", damaged, of: { [try $0.broken()] }),
        .init("help", "text:string"), .init("completions", "shell:string script:string"),
        .init("keygen", "format:string fingerprint:string output:string? key:string?"),
        .init("keygen", "format:string fingerprint:string", of: { ["--check", $0.key] }),
    ]

    private static let querying: [Shape] = [
        .init("query", "class:string count:number columns[]:string rows[]{ _key:number name:string }") {
            [try $0.realm(), "Dog"]
        },
        .init("query", "class:string count:number") { [try $0.realm(), "Dog", "--count"] },
        .init("query", "class:string aggregates{ sum(id):number }") { [try $0.realm(), "Person", "--sum", "id"] },
        .init("query", "class:string plan[]{ step:string rows:number }") { [try $0.realm(), "Dog", "--explain"] },
        .init(
            "export",
            """
            output:string format:string objects:number bytes:number classes[]{ name:string objects:number }
            """),
        .init(
            "diff",
            """
            equal:bool schema[]:string classes[]{ name:string added:number removed:number changed:number }
            rows[]{ kind:string class:string key:number changes[]{ property:string old:string new:string } }
            omittedRows:number
            """, of: { [try $0.plain(), try $0.changed()] }),
        .init("import", imported), .init("seed check", "accepted:bool problems[]:string"),
        .init(
            "seed build",
            "output:string bytes:number? schemaVersion:number encrypted:bool keyFingerprint:string? \(imported)"),
    ]

    private static let writing: [Shape] = [
        .init(
            "recover",
            """
            path:string strategy:string commitVersion:number? complete:bool
            classes[]{ name:string expected:number recovered:number lost:number counted:bool described:bool }
            brokenLinks:number lostValues:number lostAndFound:number doubt:string? skippedPages[]:number
            output:string? bytes:number?
            """),
        .init("copy", "source:string output:string bytes:number? encrypted:bool keyFingerprint:string?"),
        .init(
            "compact",
            """
            files[]{ path:string status:string reason:string? before:number? after:number? reclaimed:number?
                wouldReclaim:number? seconds:number } \(summary) compacted:number wouldCompact:number skipped:number
                reclaimed:number wouldReclaim:number }
            """),
        .init(
            "upgrade",
            """
            files[]{ path:string status:string from:number to:number output:string? before:number after:number?
                seconds:number } \(summary) }
            """),
        .init("encrypt", keyChange), .init("decrypt", keyChange), .init("rekey", keyChange),
        .init("rekey", refused) { [try $0.realm(), "--new-key-file", $0.key] },
        .init("decrypt", refused) { [try $0.realm()] },
        .init("migrate apply", refused) { [try $0.realm(), "--dir", CommandRecipe.migrations] },
    ]

    private static let archives: [Shape] = [
        .init(
            "backup create",
            """
            files[]{ path:string status:string archive:string bytes:number realmBytes:number ratio:number sha256:string
                seconds:number \(manifest) } \(summary) }
            """),
        .init(
            "backup list",
            """
            files[]{ archive:string bytes:number created:string name:string schemaVersion:number? realmBytes:number
                encrypted:bool keyFingerprint:string? \(manifest) }
            """),
        .init(
            "backup verify",
            """
            files[]{ archive:string sound:bool passed[]:string failed:string? message:string? created:string?
                name:string? realmBytes:number? } \(summary) }
            """),
        .init(
            "backup prune",
            "kept[]{ archive:string rules[]:string } removed[]:string ignored[]{ path:string reason:string }"),
        .init(
            "restore",
            """
            archive:string target:string bytes:number safetyCopy:string? structureChecked:bool seconds:number
            \(manifest)
            """),
    ]

    private static let migrating: [Shape] = [
        .init("migrate new", "file:string version:number"),
        .init("migrate lint", "files:number problems[]:string"),
        .init("migrate hash", "directory:string files:number"),
        .init(
            "migrate plan",
            """
            path:string from:number? to:number destructive:bool
            files[]{ name:string version:number description:string? baseline:bool
                steps[]{ line:number op:string summary:string destructive:bool } }
            """),
        .init(
            "migrate status",
            """
            files[]{ path:string status:string schemaVersion:number? target:number? pending[]:string } \(summary) }
            """),
        .init(
            "migrate apply",
            """
            files[]{ path:string status:string from:number? to:number
                files[]{ name:string steps[]{ line:number op:string rows:number ms:number } }
                backup:string? before:number after:number } \(summary)
                migrated:number wouldMigrate:number current:number }
            """),
    ]
}
