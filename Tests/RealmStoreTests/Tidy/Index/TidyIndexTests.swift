import Foundation
import Testing

/// The references in the sources according to the compiler's index: resolved names in place of words.
@Suite(
    .enabled(
        if: IndexPlace.isUsable,
        "The toolchain has no libIndexStore, or the build wrote no index. Where CI is set that is a failure."))
struct TidyIndexTests {
    @Test func `no file uses a declaration of a floor or target above its own`() throws {
        expectNone(FloorRule.violations(in: try SymbolIndex.current().references))
    }

    @Test func `rooms of the four lowest floors use each other one way`() throws {
        expectNone(RoomRule.violations(in: try SymbolIndex.current().references))
    }

    @Test func `rooms of objects use each other both ways only where they cannot be told apart`() throws {
        let pairs = RoomGraph(try SymbolIndex.current().references).mutualPairs(of: .objects)
        #expect(pairs == RoomRule.pairsOfObjects, "cut a pair that is new, cross out one that is gone")
    }

    @Test(arguments: SourceFloor.allCases.dropFirst())
    func `the index knows what a floor uses of those below`(floor: SourceFloor) throws {
        let uses = try SymbolIndex.current().references.filter { SourceFloor(path: $0.file) == floor }
        #expect(uses.contains { reference in SourceFloor(path: reference.target).map { $0 < floor } ?? false })
    }

    @Test func `the picture shows the rooms and the arrows that there are`() throws {
        let picture = RoomPicture(SourceTree.files, try SymbolIndex.current().references)
        let place = SourceTree.root.appending(path: RoomPicture.path)
        if ProcessInfo.processInfo.environment["REALMSTORE_DRAW_ROOMS"] != nil {
            try picture.svg.write(to: place, atomically: true, encoding: .utf8)
        }
        let drawn = RoomPicture.lines(of: try String(contentsOf: place, encoding: .utf8))
        let difference = Set(drawn).symmetricDifference(picture.lines).sorted().joined(separator: "\n")
        #expect(drawn == picture.lines, "\(RoomPicture.path) is out of date, run 'make rooms':\n\(difference)")
    }
}
