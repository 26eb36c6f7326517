import RealmStore

/// A value for a property, read and checked completely before any of it is written.
indirect enum ImportValue {
    /// A single value or element; bytes are in the encoder's memory.
    case value(Value)
    /// The elements of a list or set.
    case elements(ImportElements)
    /// The entries of a dictionary, whose keys are strings, or ints if the column has such.
    case entries([(key: Value, value: ImportValue)])
    /// An embedded object.
    case object(ImportObject)
}

/// An object as described in an imported file.
struct ImportObject {
    let type: ImportClass
    /// Value of the primary key; nil for a class without.
    var primaryKey: Value?
    /// Object key in the file.
    var key: Int64?
    /// The given properties, without the primary key, by position in the class.
    var values: [(property: ImportProperty, value: ImportValue)] = []
    /// Whether a property was left out because it links to an object that does not exist (yet).
    var isIncomplete = false
}
