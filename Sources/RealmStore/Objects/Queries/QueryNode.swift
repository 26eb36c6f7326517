import Foundation

/// The content of a query: a path to values, or a condition.
enum QueryNode {
    case path(Path)
    /// A computed value, and the path to the collection from which it is computed, or with which it begins.
    case operand(Operand, collection: [PropertyPath.Step]? = nil)
    /// A condition, and the collection with which it begins.
    case condition(Predicate, collection: [PropertyPath.Step]?)

    /// A path from an object to values.
    struct Path {
        var steps: [PropertyPath.Step] = []
        /// The path to the first collection on it.
        var collection: [PropertyPath.Step]?

        /// Whether it leads to a collection itself, not to something of its elements.
        var endsInCollection: Bool { collection?.count == steps.count }

        /// The path as it is written.
        var text: String { PropertyPath(nil, steps).text }

        /// The path with another step; one to a collection is where elements are counted.
        func adding(_ step: PropertyPath.Step, isCollection: Bool = false) -> Path {
            var path = self
            path.steps.append(step)
            if isCollection, collection == nil { path.collection = path.steps }
            return path
        }
    }
}
