import Foundation

extension List: Encodable where Element: Encodable {}
extension MutableSet: Encodable where Element: Encodable {}
extension Results: Encodable where Element: Encodable {}
extension LinkingObjects: Encodable where Element: Encodable {}
extension AnyRealmCollection: Encodable where Element: Encodable {}

extension RealmCollectionBase where Element: Encodable {
    /// Encodes the elements as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for element in self { try container.encode(element) }
    }
}

extension List: Decodable where Element: Decodable {
    /// Decodes an array as a list in memory.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        append(objectsIn: try decoder.singleValueContainer().decode([Element].self))
    }
}

extension MutableSet: Decodable where Element: Decodable {
    /// Decodes an array as a set in memory.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        insert(objectsIn: try decoder.singleValueContainer().decode([Element].self))
    }
}

extension Map: Encodable where Key: Encodable, Value: Encodable {
    /// Encodes the entries as an object of JSON, with unchanged keys.
    public func encode(to encoder: any Encoder) throws {
        // A dictionary of texts: its keys are not property names, which an encoder may convert.
        var container = encoder.singleValueContainer()
        try container.encode(Dictionary(map { ($0.key._rlmText, $0.value) }) { first, _ in first })
    }
}

extension Map: Decodable where Key: Decodable, Value: Decodable {
    /// Decodes an object of JSON as a map in memory.
    public convenience init(from decoder: any Decoder) throws {
        self.init()
        for (key, value) in try decoder.singleValueContainer().decode([String: Value].self) {
            updateValue(value, forKey: Key._rlmKey(key))
        }
    }
}
