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
        #expect(RoomGraph(references).mutualArrowCount(of: .objects) == 1)
        #expect(RoomGraph(references).arrowsOnCycles(of: .objects).count == 2)
    }
}
