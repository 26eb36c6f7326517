/// The three flags in the kind byte of a node header (file format: nodes, "Node header").
struct NodeFlags: OptionSet {
    let rawValue: UInt8

    static let inner = NodeFlags(rawValue: 0x80)
    static let hasRefs = NodeFlags(rawValue: 0x40)
    static let context = NodeFlags(rawValue: 0x20)
}
