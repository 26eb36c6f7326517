/// Converts model classes from `@objc dynamic` properties to `@Persisted` ones.
public enum ModelConverter {
    /// Converts files that belong together: whether a class is a model is seen from its superclasses in all of them.
    ///
    /// What is converted already stays as it is, so converting twice is the same as converting once.
    ///
    /// - Complexity: linear in the size of the files, up to the sorting of the changes.
    public static func convert(_ files: [ModelSource]) -> [ConvertedSource] {
        let sources = files.map(ParsedSource.init)
        let index = ModelIndex(sources)
        return sources.map { source in
            if source.hasErrors {
                source.note(.left, source.tree, "the file has syntax errors, and was left as it is")
            } else {
                ModelVisitor(source, index).walk(source.tree)
                UseVisitor(source, index).walk(source.tree)
                source.noteOldMarks()
            }
            return source.converted
        }
    }
}
