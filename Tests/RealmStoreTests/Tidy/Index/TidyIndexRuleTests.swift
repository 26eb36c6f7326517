import Testing

/// The rules about references, on made-up ones.
@Suite struct TidyIndexRuleTests {
    /// A use in line 7 of one file of a declaration of another, both named by floor, room and file.
    private func use(_ file: String, of target: String, _ symbol: String = "Thing") -> SymbolReference {
        SymbolReference(
            file: "Sources/\(file).swift", line: 7, symbol: symbol, target: "Sources/\(target).swift")
    }

    private func engine(_ file: String, of target: String, _ symbol: String = "Thing") -> SymbolReference {
        use("RealmStore/" + file, of: "RealmStore/" + target, symbol)
    }

    // MARK: Floors

    @Test(arguments: [
        ("RealmStore/Nodes/Leaves/Leaf", "RealmStore/Tables/Columns/Column"),
        ("RealmStore/Platform/Files/Disk", "RealmStore/Nodes/Space/Node"),
        ("RealmStore/Observation/Changes", "RealmStore/Maintenance/Inspection/Info"),
        ("RealmStore/Maintenance/Inspection/Info", "RealmTools/Libraries/Zstd"),
        ("RealmStore/Objects/Realm/Realm", "realmctl/Realmctl"), ("RealmTools/Diff/Diff", "realmctl/Realmctl"),
    ])
    func `an upward reference is found`(file: String, target: String) {
        let violations = FloorRule.violations(in: [use(file, of: target, "Upper")])
        #expect(violations.map(\.path) == ["Sources/\(file).swift"])
        #expect(violations.map(\.line) == [7])
        #expect(violations.allSatisfy { $0.message.contains("'Upper'") && $0.message.contains(target) })
    }

    @Test(arguments: [
        ("RealmStore/Tables/Columns/Column", "RealmStore/Nodes/Leaves/Leaf"),
        ("RealmStore/Nodes/Leaves/Leaf", "RealmStore/Nodes/Space/Node"),
        ("RealmTools/Diff/Diff", "RealmTools/Export/Rows"), ("realmctl/Realmctl", "RealmTools/Diff/Diff"),
        ("RealmTools/Diff/Diff", "RealmStore/Maintenance/Inspection/Info"),
        ("COpenSSL/shim", "RealmStore/Nodes/Space/Node"),
    ])
    func `a reference on a floor or down passes`(file: String, target: String) {
        #expect(FloorRule.violations(in: [use(file, of: target)]).isEmpty)
    }

    // MARK: Rooms

    @Test func `two rooms that use each other are found, the weaker arrow first`() {
        let violations = RoomRule.violations(in: [
            engine("Storage/Versions/Commit", of: "Storage/Files/Header", "Header"),
            engine("Storage/Versions/Commit", of: "Storage/Files/Lock", "Lock"),
            engine("Storage/Files/Lock", of: "Storage/Versions/Snapshot", "Snapshot"),
            engine("Storage/Copying/Copy", of: "Storage/Files/Header", "Header"),
        ])
        #expect(
            violations.map(\.path) == [
                "Sources/RealmStore/Storage/Files/Lock.swift", "Sources/RealmStore/Storage/Versions/Commit.swift",
            ])
        #expect(violations[0].line == 7)
        let message = violations[0].message
        #expect(message.hasPrefix("'Snapshot' of Storage/Versions is used in Storage/Files"))
        #expect(message.contains("and back leads Storage/Versions → Storage/Files (1 references"))
    }

    @Test func `a cycle of three rooms is found`() {
        let violations = RoomRule.violations(in: [
            engine("Nodes/Leaves/Leaf", of: "Nodes/Values/Value"), engine("Nodes/Values/Value", of: "Nodes/Space/Node"),
            engine("Nodes/Space/Node", of: "Nodes/Leaves/Leaf"), engine("Nodes/Trees/Tree", of: "Nodes/Leaves/Leaf"),
        ])
        #expect(violations.count == 3)
        #expect(violations[0].message.contains("Nodes/Values → Nodes/Space → Nodes/Leaves"))
    }

    @Test func `the files beside the rooms of a floor are a room`() {
        let violations = RoomRule.violations(in: [
            engine("Tables/Table", of: "Tables/Columns/Column"), engine("Tables/Columns/Column", of: "Tables/Table"),
        ])
        #expect(violations.count == 2)
    }

    @Test func `rooms that use each other one way pass`() {
        let references = [
            engine("Nodes/Leaves/Leaf", of: "Nodes/Values/Value"), engine("Nodes/Leaves/Leaf", of: "Nodes/Space/Node"),
            engine("Nodes/Values/Value", of: "Nodes/Space/Node"), engine("Nodes/Space/Node", of: "Nodes/Space/Ref"),
        ]
        #expect(RoomRule.violations(in: references).isEmpty)
    }

    @Test func `rooms of a higher floor may use each other, and are counted`() {
        let references = [
            engine("Objects/Realm/Realm", of: "Objects/Sessions/Session"),
            engine("Objects/Sessions/Session", of: "Objects/Realm/Configuration"),
            engine("Objects/Results/Results", of: "Objects/Realm/Realm"),
        ]
        #expect(RoomRule.violations(in: references).isEmpty)
        #expect(RoomGraph(references).mutualPairs(of: .objects) == ["Realm Sessions"])
        #expect(RoomGraph(references).arrowsOnCycles(of: .objects).count == 2)
    }

    // MARK: The picture

    private func rooms(_ references: [SymbolReference]) -> Set<SourceRoom> {
        Set(references.flatMap { [$0.file, $0.target] }.compactMap { SourceRoom(path: $0) })
    }

    private func columns(_ layout: RoomLayout) -> [[String]] {
        layout.columns.map { column in
            column.compactMap { slot in if case .room(let room) = slot { room.name } else { nil } }
        }
    }

    @Test func `a room stands left of those that it uses, and an arrow that follows from others is left out`() {
        let references = [
            engine("Nodes/Leaves/A", of: "Nodes/Values/B"), engine("Nodes/Values/B", of: "Nodes/Space/C"),
            engine("Nodes/Leaves/A", of: "Nodes/Space/C"), engine("Nodes/Trees/D", of: "Nodes/Values/B"),
        ]
        let layout = RoomLayout(of: .nodes, rooms(references), RoomGraph(references))
        #expect(columns(layout) == [["Leaves", "Trees"], ["Values"], ["Space"]])
        let arrows = layout.arrows.map { "\($0.from.name) \($0.to.name)" }
        #expect(arrows == ["Leaves Values", "Trees Values", "Values Space"])
        #expect(layout.against.isEmpty)
    }

    @Test func `an arrow over a column goes between its rooms`() {
        let references = [
            engine("Nodes/A/A", of: "Nodes/B/B"), engine("Nodes/B/B", of: "Nodes/C/C"),
            engine("Nodes/C/C", of: "Nodes/D/D"), engine("Nodes/A/A", of: "Nodes/E/E"),
            engine("Nodes/E/E", of: "Nodes/D/D"),
        ]
        let layout = RoomLayout(of: .nodes, rooms(references), RoomGraph(references))
        let long = layout.arrows.first { $0.from.name == "A" && $0.to.name == "E" }
        #expect(long.map { layout.way(of: $0).count } == 3)
    }

    @Test func `of a knot the rooms with the weaker uses are named in red`() {
        let references = [
            engine("Query/Readers/A", of: "Query/Predicates/B"), engine("Query/Readers/C", of: "Query/Predicates/B"),
            engine("Query/Predicates/B", of: "Query/Readers/A"),
        ]
        let layout = RoomLayout(of: .query, rooms(references), RoomGraph(references))
        #expect(columns(layout) == [["Readers"], ["Predicates"]])
        #expect(layout.against.mapValues { $0.map(\.name) }.values.flatMap { $0 } == ["Readers"])
    }

    @Test func `a picture holds the lines that it was made of`() {
        let references = [engine("Nodes/Leaves/Leaf", of: "Nodes/Space/Node"), use("realmctl/A", of: "realmctl/B/C")]
        let files = Set(references.flatMap { [$0.file, $0.target] }).map { SourceFile(path: $0, text: "") }
        let picture = RoomPicture(files, references)
        #expect(
            picture.lines == ["Nodes/Leaves: Nodes/Space", "Nodes/Space:", "realmctl: realmctl/B", "realmctl/B:"])
        #expect(RoomPicture.lines(of: picture.svg) == picture.lines)
        #expect(RoomPicture.lines(of: "<svg/>").isEmpty)
    }
}
