import Foundation

/// What a query stands for: a way to values, or a condition.
enum QueryNode {
    case path(Path)
    /// What is computed, and the way to the collection that it is computed of, or begins with.
    case operand(Operand, collection: [PropertyPath.Step]? = nil)
    /// A condition, and the collection that it begins with.
    case condition(Predicate, collection: [PropertyPath.Step]?)

    /// A way from an object to values.
    struct Path {
        var steps: [PropertyPath.Step] = []
        /// The way to the first collection on it.
        var collection: [PropertyPath.Step]?

        /// The way with another step; one that leads to a collection is where elements are counted.
        func adding(_ step: PropertyPath.Step, isCollection: Bool = false) -> Path {
            var path = self
            path.steps.append(step)
            if isCollection, collection == nil { path.collection = path.steps }
            return path
        }
    }
}
