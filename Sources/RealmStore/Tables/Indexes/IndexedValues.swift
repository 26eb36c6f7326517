/// The values of an indexed column, for an index that must distinguish objects below one path.
protocol IndexedValues {
    /// The value of the object with that key, which is in the index. Strings and binaries must stay valid until the
    /// next call.
    ///
    /// - Throws: if there is no such object, since then the index is damaged.
    func value(of key: ObjectKey) throws(FormatError) -> Value
}
