/// A change of a source text.
struct SourceEdit {
    /// The bytes that are replaced; empty where something is inserted.
    let range: Range<Int>
    let text: String
}
