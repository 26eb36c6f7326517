extension Column {
    /// The layout of the column's values in a cluster: a slot for each object if they are collections or backlinks.
    /// Enumerated columns have another layout.
    var leafKind: LeafKind {
        get throws(FormatError) {
            if collection != nil || isBacklink { return .slots }
            return try leafKind(linkBias: 1)
        }
    }

    /// The layout of the elements of the column's lists or sets, or the values of its dictionaries, in a leaf.
    var elementLeafKind: LeafKind {
        get throws(FormatError) { collection == .dictionary ? .mixed : try leafKind(linkBias: 0) }
    }

    private func leafKind(linkBias: Int64) throws(FormatError) -> LeafKind {
        switch type {
        case .int: .int(isNullable: isNullable)
        case .bool: .bool
        case .string: .string
        case .binary: .binary
        case .mixed: .mixed
        case .timestamp: .timestamp
        case .float: .float
        case .double: .double
        case .decimal: .decimal
        case .link: .link(oppositeTable, bias: linkBias)
        case .objectId: .objectId
        case .uuid: .uuid
        // The format has columns of typed links, but nothing creates them.
        case .typedLink, .oldLinkList, .backlink, .list, .dictionary:
            throw FormatError(.badTable, at: .none, "column '\(name)' has a type whose values cannot be written")
        }
    }
}
