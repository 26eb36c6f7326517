import RealmStore

/// A place in a text file.
struct SourcePlace: Hashable, Sendable {
    let file: String
    var line = 1
    var column = 1
}

/// Something read from a document, and its place.
struct Placed<Value: Sendable>: Sendable {
    let value: Value
    let place: SourcePlace

    init(_ value: Value, at place: SourcePlace) {
        self.value = value
        self.place = place
    }
}
