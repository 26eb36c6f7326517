import RealmStore

/// One object, or one row of a collection, of an imported file.
struct ImportRecord {
    /// The line at its start.
    let line: Int
    /// The class, if the file states it; nil if the file's name does.
    let className: [UInt8]?
    let members: [ImportMember]
}

/// A named value of an imported file.
struct ImportMember {
    let name: [UInt8]
    let value: ImportText
}

/// Reads the records of an imported file, one after another.
protocol ImportRecordReader {
    /// The next record; nil at the end of the file.
    mutating func next() throws -> ImportRecord?
    /// The line being read.
    var line: Int { get }
    /// The bytes read so far.
    var byteCount: Int { get }
}

extension ImportRecord {
    /// - Parameter className: the class, if the document states it.
    init(line: Int, _ value: JSONTree, of className: [UInt8]? = nil) throws {
        guard case .object(let members) = value else {
            throw ImportProblem("an object is expected, not \(value.summary)", line: line)
        }
        let classes = members.filter { $0.name.elementsEqual("_class".utf8) }
        guard classes.count <= 1 else { throw ImportProblem("'_class' is there twice", line: line) }
        var named = className
        if let value = classes.first?.value {
            guard case .string(let name) = value, className == nil || className == name else {
                throw ImportProblem("'_class' must be the name of the class, not \(value.summary)", line: line)
            }
            named = name
        }
        self.init(
            line: line, className: named, members: members.map { ImportMember(name: $0.name, value: .json($0.value)) })
    }
}
