extension Query {
    /// The object or value that the condition of a closure is about, to try such a closure in a test.
    public static func _constructForTesting() -> Query<T> { Query() }

    /// The condition as a format string and its arguments, to be read in logs and tests.
    ///
    ///     let (text, arguments) = (Query<Person>._constructForTesting().age > 18)._constructPredicate()
    ///     // "(age > %@)", [18]
    ///
    /// `NSPredicate(format:argumentArray:)` makes the same condition of them. An object that is part of the condition
    /// is stood for by an argument that only queries can read.
    ///
    /// - Complexity: O(n) for n parts of the condition.
    public func _constructPredicate() -> (String, [Any]) {
        let format = FormatText(predicate)
        return (format.text, format.arguments)
    }
}
