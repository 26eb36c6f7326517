/// The values of an indexed column, for an index that must tell objects below one path apart.
protocol IndexedValues {
    /// The value of the object with that key, which the index names. String and binary must stay where they are until
    /// the next call.
    ///
    /// - Throws: if there is no such object, since then the index is damaged.
    func value(of key: ObjectKey) throws(FormatError) -> Value
}
