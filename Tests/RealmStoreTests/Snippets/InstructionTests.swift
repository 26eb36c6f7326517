import Testing

/// What operations cost, guarded: a change that makes one dearer by a tenth is noticed here.
///
/// The figures are those of the engine as the tests compile it, file by file and with assertions: those of an app are
/// lower. Whoever makes an operation cheaper lowers its figure.
@Suite(
    "Instructions of operations",
    .enabled(if: InstructionCount.isPossible, "needs valgrind and an optimised engine"))
struct InstructionTests {
    private static let counter = Result { try InstructionCount() }

    /// An operation, and the instructions that it took when it was measured last.
    private static let figures: [(operation: String, instructions: Int)] = [
        ("insert", 55_000), ("visit", 4_900), ("update", 3_500), ("look up", 11_100), ("query", 22_400),
        ("query in words", 18_800), ("open again", 29_100),
    ]

    @Test(arguments: figures)
    func `an operation takes about as many instructions as before`(
        _ figure: (operation: String, instructions: Int)
    ) throws {
        let counted = try InstructionTests.counter.get().instructions(of: figure.operation)
        print("\(figure.operation): \(counted) instructions")
        #expect(counted <= figure.instructions * 11 / 10, "\(figure.operation): \(counted)")
        #expect(counted >= figure.instructions * 8 / 10, "\(figure.operation): \(counted), so lower the figure")
    }
}
