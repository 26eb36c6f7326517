import Foundation
import RealmStore
import TestSupport
import Testing

/// Setting a link never writes over the existing object with the same primary key.
@Suite("Taken primary keys") struct TakenPrimaryKeyTests {
    @Test func `a property refuses an object whose primary key is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            try made.link { holder in
                holder.one = double
            }
        }
        expectMessage(result, "LinkTarget", "existing primary key", "1")
    }

    @Test func `a list refuses an object whose primary key is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            try made.link { holder in
                holder.list.append(double)
            }
        }
        expectMessage(result, "LinkTarget", "existing primary key", "1")
    }

    @Test func `a set refuses an object whose primary key is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            try made.link { holder in
                holder.set.insert(double)
            }
        }
        expectMessage(result, "LinkTarget", "existing primary key", "1")
    }

    @Test func `a map refuses an object whose primary key is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            try made.link { holder in
                holder.map["k"] = double
            }
        }
        expectMessage(result, "LinkTarget", "existing primary key", "1")
    }

    @Test func `a mixed value refuses an object whose primary key is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            try made.link { holder in
                holder.any = .object(double)
            }
        }
        expectMessage(result, "LinkTarget", "existing primary key", "1")
    }

    @Test func `a whole list refuses an object whose primary key is taken`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            try made.link { holder in
                let list = List<LinkTarget>()
                list.append(double)
                holder.list = list
            }
        }
        expectMessage(result, "LinkTarget", "existing primary key", "1")
    }

    @Test func `a property by name refuses what has a primary key that is taken`() throws {
        let made = try LinkRealm()
        try made.link { holder in
            let double = LinkTarget(value: ["id": 1, "name": "double"])
            let values: [String: Any] = [
                "one": double, "any": double, "list": [double], "set": [double], "map": ["k": double],
            ]
            for (name, value) in values {
                #expect(throws: Realm.Error.self, "\(name)") { try holder.set(value, for: name) }
            }
            #expect(throws: Realm.Error.self) { try holder.set(["id": 1, "name": "double"], for: "one") }
        }
        #expect(made.names == ["new"])
    }

    @Test func `an object that links to one whose primary key is taken updates it if that was asked for`() throws {
        let made = try LinkRealm()
        let double = LinkTarget(value: ["id": 1, "name": "double"])
        try made.realm.write { made.realm.add(LinkHolder(value: ["id": 1, "one": double]), update: .modified) }
        #expect(made.names == ["double"] && made.holder.one?.isSameObject(as: double) == true)
    }
}
