import RealmStore

/// The model class of the benchmark's rows, as an app declares one.
final class Row: Object {
    @Persisted(primaryKey: true) var id: Int
    @Persisted var name: String
    @Persisted var age: Int
    @Persisted var score: Double
    @Persisted var born: Date
    @Persisted var flag: Bool
    @Persisted var big: Int
}
