/// What writing an object needs while it is written.
final class WritingMemory {
    /// The bytes of the values.
    let scratch = ValueScratch()
    let additions = NestedAdditions()
}
