import Testing

@testable import RealmStore

@Suite struct SharedWorkTests {
    private struct Failure: Error, Equatable {
        let piece: Int
    }

    @Test(arguments: [0, 1, 2, 1000], [1, 3])
    func `results are used in their order`(count: Int, ahead: Int) throws {
        var used: [Int] = []
        try SharedWork.run(count, ahead: ahead, own: { $0 * 2 }, other: { $0 * 2 }, use: { used.append($0) })
        #expect(used == (0..<count).map { $0 * 2 })
    }

    @Test func `the first failure ends the work, after the results before it`() throws {
        func work(_ piece: Int) throws -> Int {
            if piece >= 40 { throw Failure(piece: piece) }
            return piece
        }
        var used: [Int] = []
        #expect(throws: Failure(piece: 40)) {
            try SharedWork.run(1000, ahead: 4, own: work, other: work, use: { used.append($0) })
        }
        #expect(used == Array(0..<40))
    }

    @Test func `an error of the use ends the work`() throws {
        #expect(throws: Failure(piece: 3)) {
            try SharedWork.run(1000, ahead: 2, own: { $0 }, other: { $0 }) { piece in
                if piece == 3 { throw Failure(piece: piece) }
            }
        }
    }
}
