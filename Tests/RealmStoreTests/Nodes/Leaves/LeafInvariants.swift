@testable import RealmStore

/// The defect of a leaf apart from its values; nil if there is none.
func leafProblem(_ subject: LeafSubject, _ leaf: Ref, in space: NodeSpace) throws -> String? {
    let node = try space.node(leaf)
    switch subject {
    case .optionalInt:
        return try OptionalIntegerArray(space.integers(leaf, "test"), at: leaf).hasProperNull ? nil : "improper null"
    case .timestamp:
        return try TimestampLeaf(leaf, in: space).seconds.hasProperNull ? nil : "improper null"
    case .string, .binary: return try blobProblem(node, isString: subject == .string, space)
    case .mixed:
        let mixed = try MixedLeaf(leaf, in: space)
        if let problem = try mixed.invariantProblem(keyed: true) { return problem }
        let keys = mixed.collectionKeys
        if keys.count != 0, keys.count != mixed.count { return "\(keys.count) keys for \(mixed.count) values" }
        let used = (0..<keys.count).map { keys[$0] }.filter { $0 != 0 }
        if Set(used).count != used.count { return "a key is used twice" }
        guard let strings = node.slot(3).ref else { return nil }
        return try blobProblem(space.node(strings), isString: true, space)
    case .objectId, .uuid:
        return node.count == 0 || node.kind.width == 1 ? nil : "ids of width \(node.kind.width)"
    case .int, .bool, .float, .double, .decimal, .columnLink, .elementLink: return nil
    }
}

private func blobProblem(_ node: Node, isString: Bool, _ space: NodeSpace) throws -> String? {
    guard node.kind.hasRefs else {
        return isString && node.kind.width <= 16 ? nil : "short form of width \(node.kind.width)"
    }
    if node.kind.context { return nil }
    guard let first = node.slot(0).ref, let second = node.slot(1).ref else { return "no parts" }
    let ends = try space.integers(first, "test")
    let end = ends.count == 0 ? 0 : ends[ends.count - 1]
    return try end == Int64(space.node(second).count) ? nil : "ends at \(end)"
}
