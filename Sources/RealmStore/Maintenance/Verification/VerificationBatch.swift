/// The clusters below an inner node, in the order of their keys.
struct VerificationBatch: Sendable {
    let table: Ref
    let parent: Ref
    let clusters: [(ref: Ref, offset: UInt64)]
}
