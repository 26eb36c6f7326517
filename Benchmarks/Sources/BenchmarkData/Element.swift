/// An element of a node that has refs (file format: nodes, "Refs and tagged values").
enum Element {
    case null
    case ref(Ref)
    case tagged(Int64)

    /// The number that stands in the node.
    var stored: Int64 {
        switch self {
        case .null: 0
        case .ref(let ref): Int64(ref.offset)
        case .tagged(let value): (value << 1) | 1
        }
    }
}
