import Foundation
import RealmStore
import TestSupport
import Testing

/// A Realm with one object whose mixed property holds `["list": [1, ["deep": true]], "on": true]`.
private struct NestedRealm {
    let models: ModelRealm
    var realm: Realm { models.realm }
    let object: ModelValues

    init() throws {
        models = try ModelRealm()
        let realm = models.realm
        object = try realm.write {
            realm.create(ModelValues.self, value: ["any": ["list": [1, ["deep": true]] as [Any], "on": true]])
        }
    }

    var map: Map<String, AnyRealmValue> { get throws { try #require(object.any.dictionaryValue) } }
    var list: List<AnyRealmValue> { get throws { try #require(map["list"]?.listValue) } }
    var deep: Map<String, AnyRealmValue> { get throws { try #require(list[1].dictionaryValue) } }
}

@Suite("Collections nested in mixed values") struct NestedModelTests {
    @Test func `a nested list is edited like a list`() throws {
        let nested = try NestedRealm()
        let list = try nested.list
        try nested.realm.write {
            list.append(.string("end"))
            list.insert(.none, at: 0)
            list[1] = .int(7)
            list.swapAt(0, 3)
            list.remove(at: 2)
        }
        #expect(Array(list) == [.string("end"), .int(7), .none])
        #expect(Array(try nested.list) == Array(list))
        try nested.realm.write { list.removeAll() }
        #expect(try nested.list.isEmpty)
    }

    @Test func `a nested map is edited like a map`() throws {
        let nested = try NestedRealm()
        let map = try nested.deep
        try nested.realm.write {
            map["added"] = .double(1.5)
            map["deep"] = .bool(false)
            map["gone"] = .int(1)
            map["gone"] = nil
        }
        #expect(map.keys == ["added", "deep"])
        #expect(try nested.deep["deep"] == .bool(false))
        try nested.realm.write { map.removeAll() }
        #expect(try nested.deep.count == 0)
    }

    @Test func `a nested collection is found again where others come before it`() throws {
        let nested = try NestedRealm()
        let (list, deep) = (try nested.list, try nested.deep)
        try nested.realm.write {
            list.insert(.fromArray([.int(9)]), at: 0)
            list.insert(.fromDictionary(["deep": .int(0)]), at: 0)
            nested.object.string = "another change"
            deep["more"] = .int(2)
        }
        #expect(deep.keys == ["deep", "more"])
        #expect(list[3].dictionaryValue?["more"] == .int(2))
        #expect(list[3].dictionaryValue == deep)
    }

    @Test func `a nested collection is gone once it is replaced or removed`() throws {
        let nested = try NestedRealm()
        let (map, list, deep) = (try nested.map, try nested.list, try nested.deep)
        try nested.realm.write { list[1] = .fromDictionary(["deep": .bool(true)]) }
        #expect(deep.isInvalidated)
        #expect(!list.isInvalidated)
        try nested.realm.write { nested.object.any = .fromDictionary(["list": .fromArray([])]) }
        #expect(list.isInvalidated)
        #expect(map.isInvalidated)
        #expect(try !nested.map.isInvalidated)
    }

    @Test func `an undone change leaves the nested collection as it was`() throws {
        let nested = try NestedRealm()
        let list = try nested.list
        nested.realm.beginWrite()
        list.append(.int(2))
        nested.realm.cancelWrite()
        #expect(list.count == 2)
    }

    @Test func `links in nested collections are added and cut like others`() throws {
        let nested = try NestedRealm()
        let (list, dog) = (try nested.list, ModelDog(value: ["name": "Rex"]))
        try nested.realm.write {
            list.append(.object(dog))
            list.append(.object(dog))
            list.remove(at: 3)
        }
        #expect(list[2].object(ModelDog.self)?.name == "Rex")
        try nested.realm.write { nested.realm.delete(dog) }
        #expect(list.count == 2)
        #expect(try Realm.verify(at: #require(nested.models.configuration.fileURL)).isSound)
    }

    @Test func `collections nested in lists and maps of mixed values are live`() throws {
        let models = try ModelRealm()
        let object = try models.realm.write {
            models.realm.create(NestedValues.self, value: ["list": [[1] as [Any]], "map": ["a": ["b": 1]]])
        }
        try models.realm.write {
            object.list[0].listValue?.append(.int(2))
            object.map["a"]?.dictionaryValue?["c"] = .int(3)
        }
        #expect(object.list[0].listValue.map { Array($0) } == [.int(1), .int(2)])
        #expect(object.map["a"]?.dictionaryValue?.keys == ["b", "c"])
    }

    @Test func `a nested collection is frozen, thawed and handed over`() throws {
        let nested = try NestedRealm()
        let (list, deep) = (try nested.list, try nested.deep)
        let (frozen, reference) = (list.freeze(), ThreadSafeReference(to: deep))
        try nested.realm.write { list.remove(at: 0) }
        #expect(frozen.count == 2)
        #expect(frozen.thaw()?.count == 1)
        #expect(nested.realm.resolve(reference)?["deep"] == .bool(true))
    }

    @Test func `a nested collection that is gone traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let nested = try NestedRealm()
            let list = try nested.list
            try nested.realm.write { nested.object.any = .none }
            _ = list.count
        }
        expectMessage(result, "invalidated")
    }
}
