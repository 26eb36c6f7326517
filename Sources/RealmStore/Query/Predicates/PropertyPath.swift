/// A path from an object to values: over links, into collections, to values computed from them.
///
/// A path without steps is the object itself.
struct PropertyPath: Hashable, Sendable {
    var quantifier: Operand.Quantifier?
    var steps: [Step]
    /// The position of the path in its text, for messages.
    var offset: Int?

    init(_ quantifier: Operand.Quantifier? = nil, _ steps: [Step], offset: Int? = nil) {
        self.quantifier = quantifier
        self.steps = steps
        self.offset = offset
    }

    enum Step: Hashable, Sendable {
        /// A property; after a dictionary or mixed value, a key.
        case property(String)
        /// An element of a list by its position.
        case position(Int)
        case last
        /// All elements or values, `[*]`.
        case every
        case key(String)
        /// `@keys` of a dictionary.
        case keys
        /// `@values` of a dictionary.
        case values
        /// The objects of a class that link here with a property.
        case backlinks(className: String, property: String)
        /// All objects that link here; for counting only.
        case allBacklinks
        /// The object of the subquery of that variable.
        case variable(String)
        /// Number of elements or links; for texts and data the number of bytes.
        case count
        /// `@type` of a mixed value.
        case type
        /// The aggregate of the elements, or of the following property of theirs.
        case aggregate(AggregateOperation)
    }

    /// The path as shown in messages.
    var text: String {
        var text = ""
        for step in steps {
            switch step {
            case .position(let position): text += "[\(position)]"
            case .last: text += "[LAST]"
            case .every: text += "[*]"
            case .key(let key): text += "['\(key)']"
            default: text += (text.isEmpty ? "" : ".") + PropertyPath.word(step)
            }
        }
        return text
    }

    private static func word(_ step: Step) -> String {
        switch step {
        case .property(let name), .variable(let name): name
        case .keys: "@keys"
        case .values: "@values"
        case .backlinks(let className, let property): "@links.\(className).\(property)"
        case .allBacklinks: "@links"
        case .count: "@count"
        case .type: "@type"
        case .aggregate(let operation): operation.rawValue
        case .position, .last, .every, .key: ""
        }
    }
}
