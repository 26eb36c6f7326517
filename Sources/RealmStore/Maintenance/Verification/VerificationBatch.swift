/// The clusters below an inner node, in the order of their keys.
struct VerificationBatch: Sendable {
    let parent: Ref
    let refs: [Ref]
}
