import RealmTools

/// What options say about a schema that is made of data.
struct SchemaHintOptions {
    let hints: RealmImporter.SchemaHints

    /// - Parameters:
    ///   - keys: names of properties, of all classes or of one.
    ///   - links: `Class.property=Class`; without the first class for the given one.
    ///   - className: the class of objects that do not name it.
    init(_ keys: [String], _ links: [String], className: String?) throws(Failure) {
        var hints = RealmImporter.SchemaHints()
        for key in keys {
            let parts = key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count == 2 {
                hints.primaryKeys[parts[0]] = parts[1]
            } else if hints.primaryKey == nil {
                hints.primaryKey = key
            } else {
                throw .usage("Only one --primary-key is for all classes; name others as Class.property.")
            }
        }
        for link in links {
            let parts = link.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, !parts[1].isEmpty else {
                throw .usage("--link is Class.property=Class, not '\(link)'.")
            }
            let place = parts[0].contains(".") ? parts[0] : className.map { "\($0).\(parts[0])" }
            guard let place else { throw .usage("Say the class of property '\(parts[0])': --link Class.\(link).") }
            hints.links[place] = parts[1]
        }
        self.hints = hints
    }
}
