import RealmStore

/// The files of an import in the order of reading.
struct ImportPlan {
    /// Files of top-level objects, in the given order.
    private(set) var objects: [RealmImporter.Input] = []
    /// Tables, as CSV files or of a database, whose rows belong to objects read before: collections, and embedded
    /// objects after their owners.
    private(set) var rest: [RealmImporter.Input] = []

    /// - Throws: `badImport` for a CSV file that does not name a class of the Realm.
    init(_ files: [RealmImporter.Input], _ classes: ImportClasses) throws {
        var byEmbedded: [String: [RealmImporter.Input]] = [:]
        for file in files {
            guard file.format == .csv || file.format == .sqlite else {
                objects.append(file)
                continue
            }
            let type = try ImportPlan.type(of: file, classes)
            if type.isEmbedded {
                byEmbedded[type.name, default: []].append(file)
            } else if file.collection == nil {
                objects.append(file)
            } else {
                rest.append(file)
            }
        }
        for name in try classes.embeddedNames() {
            let files = byEmbedded[name] ?? []
            rest += files.filter { $0.collection == nil } + files.filter { $0.collection != nil }
        }
    }

    private static func type(of file: RealmImporter.Input, _ classes: ImportClasses) throws -> ImportClass {
        do {
            guard let name = file.className else { throw ImportProblem("a CSV file must be told its class") }
            return try classes.named(Array(name.utf8))
        } catch let problem as ImportProblem {
            throw RLMError(.badImport, "\(file.name):1: \(problem.message).", path: file.url.path)
        }
    }
}

extension ImportClasses {
    /// The names of the embedded classes, each after those whose objects own its objects.
    func embeddedNames() throws(FormatError) -> [String] {
        var names: [String] = []
        var pending = all.filter(\.isEmbedded)
        while !pending.isEmpty {
            var held = Set<String>()
            for type in pending {
                for property in type.properties where property.holdsEmbedded {
                    held.insert(try target(of: property).name)
                }
            }
            // Classes that contain each other keep their order; no schema created by this library has such.
            let free = pending.filter { !held.contains($0.name) }
            names += (free.isEmpty ? pending : free).map(\.name)
            pending.removeAll { free.isEmpty || !held.contains($0.name) }
        }
        return names
    }
}
