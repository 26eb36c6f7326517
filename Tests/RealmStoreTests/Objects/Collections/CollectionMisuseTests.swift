import Testing

@Suite("Misuse of collections") struct CollectionMisuseTests {
    @Test(arguments: CollectionMisuse.allCases)
    func `a mistake in a program traps with a message that names it`(misuse: CollectionMisuse) async throws {
        let result = try await #require(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [misuse = misuse as CollectionMisuse] in
            try misuse.commit()
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains(misuse.message), "\(message)")
    }
}
