import Synchronization
import TestSupport
import Testing

@testable import RealmStore

/// Work that several threads share is done once.
@Suite struct SharedResultsTests {
    @Test func `threads that come to the same pieces have the same results, each made once`() throws {
        let work = SharedResults<Int, Int>()
        let made = Mutex(0)
        func make(_ piece: Int) -> Int {
            made.withLock { made in
                made += 1
                return piece * 1000 + made
            }
        }
        let (first, second) = SideBySide.run(
            { () throws(SystemError) -> [Int] in
                for piece in (0..<500).reversed() { work.makeIfOpen(piece) { make(piece) } }
                return (0..<500).map { piece in work.result(of: piece) { make(piece) } }
            },
            { () throws(SystemError) -> [Int] in (0..<500).map { piece in work.result(of: piece) { make(piece) } } })
        let results = try first.get()
        #expect(try second.get() == results)
        #expect(made.withLock { $0 } == 500)
        #expect(results.map { $0 / 1000 } == Array(0..<500))
    }

    @Test func `a piece that another thread has begun is waited for`() throws {
        let work = SharedResults<Int, Int>()
        let hasBegun = Atomic(false)
        let (first, second) = SideBySide.run(
            { () throws(SystemError) -> Int in
                work.result(of: 0) {
                    hasBegun.store(true, ordering: .releasing)
                    Pause.milliseconds(20)
                    return 1
                }
            },
            { () throws(SystemError) -> Int in
                while !hasBegun.load(ordering: .acquiring) { Pause.milliseconds(1) }
                return work.result(of: 0) { 2 }
            })
        #expect(try (first.get(), second.get()) == (1, 1))
    }
}
