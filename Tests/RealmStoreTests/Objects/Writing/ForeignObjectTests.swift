import Foundation
import RealmStore
import TestSupport
import Testing

/// An object of another Realm (a frozen one counts as such) is never linked to, and never overwrites the existing one.
@Suite("Foreign objects") struct ForeignObjectTests {
    @Test func `a property refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.one = made.frozen
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `setValue refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.setValue(made.frozen, forKey: "one")
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a list refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.list.append(made.frozen)
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `an element of a list refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.list.append(made.target)
                holder.list[0] = made.frozen
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a set refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.set.insert(made.frozen)
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a map refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.map["k"] = made.frozen
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a mixed value refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.any = .object(made.frozen)
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a list of mixed values refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.anys.append(.object(made.frozen))
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a set of mixed values refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.anySet.insert(.object(made.frozen))
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a map of mixed values refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.anyMap["k"] = .object(made.frozen)
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a list in a mixed value refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.any = .fromArray([.object(made.frozen)])
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a whole list refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                let list = List<LinkTarget>()
                list.append(made.frozen)
                holder.list = list
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `an added object refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                made.realm.add(LinkHolder(value: ["id": 2, "one": made.frozen]))
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `an object added with a list refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                let added = LinkHolder(value: ["id": 2])
                added.list.append(made.frozen)
                made.realm.add(added, update: .all)
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `an added embedded object refuses a frozen object`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.part = LinkPart(value: ["target": made.frozen])
            }
        }
        expectMessage(result, "already managed by another Realm", "thaw()", "forPrimaryKey")
    }

    @Test func `a property refuses an object of another Realm`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.one = made.foreign
            }
        }
        expectMessage(result, "already managed by another Realm", "forPrimaryKey")
    }

    @Test func `a list refuses an object of another Realm`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.list.append(made.foreign)
            }
        }
        expectMessage(result, "already managed by another Realm", "forPrimaryKey")
    }

    @Test func `a mixed value refuses an object of another Realm`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let made = try LinkRealm()
            try made.link { holder in
                holder.any = .object(made.foreign)
            }
        }
        expectMessage(result, "already managed by another Realm", "forPrimaryKey")
    }

    @Test func `a refused object changes nothing`() throws {
        let made = try LinkRealm()
        try made.link { holder in
            for name in ["one", "any"] {
                for object in [made.frozen, made.foreign] {
                    #expect(throws: Realm.Error.self) { try holder.set(object, for: name) }
                }
            }
            for name in ["list", "set", "anys", "anySet"] {
                #expect(throws: Realm.Error.self) { try holder.set([made.frozen], for: name) }
            }
            for name in ["map", "anyMap"] {
                #expect(throws: Realm.Error.self) { try holder.set(["k": made.frozen], for: name) }
            }
        }
        #expect(made.names == ["new"] && made.holder.one == nil && made.holder.list.isEmpty)
    }

    @Test func `create copies an object of another Realm`() throws {
        let made = try LinkRealm()
        try made.realm.write {
            made.realm.create(LinkHolder.self, value: ["id": 2, "one": made.foreign], update: .all)
        }
        #expect(made.names == ["foreign"])
    }

    @Test func `create copies no object whose primary key is taken without an update policy`() throws {
        let made = try LinkRealm()
        try made.realm.write {
            #expect(throws: Realm.Error.self) {
                try made.realm.create("LinkHolder", value: ["id": 2, "one": made.frozen])
            }
        }
        #expect(made.names == ["new"])
    }

    @Test func `create links to an object of its own Realm`() throws {
        let made = try LinkRealm()
        let holder = try made.realm.write {
            made.realm.create(LinkHolder.self, value: ["id": 2, "one": made.target, "any": made.target])
        }
        #expect(holder.one?.isSameObject(as: made.target) == true && made.names == ["new"])
        #expect(holder.any.object(LinkTarget.self)?.isSameObject(as: made.target) == true)
    }

    @Test func `a thawed object is linked to`() throws {
        let made = try LinkRealm()
        try made.link { $0.one = made.frozen.thaw() }
        #expect(made.holder.one?.name == "new" && made.names == ["new"])
    }

    @Test func `a deleted object is refused`() throws {
        let made = try LinkRealm()
        try made.link { holder in
            made.realm.delete(made.target)
            let error = #expect(throws: Realm.Error.self) { try holder.set(made.target, for: "one") }
            #expect(error?.localizedDescription.contains("deleted or invalidated") == true)
        }
    }

    @Test func `an object in no Realm is added by each way`() throws {
        let made = try LinkRealm()
        var id = 1
        func plain() -> LinkTarget {
            id += 1
            return LinkTarget(value: ["id": id, "name": "\(id)"])
        }
        try made.link { holder in
            holder.one = plain()
            holder["one"] = plain()
            holder.list.append(plain())
            holder.set.insert(plain())
            holder.map["k"] = plain()
            holder.any = .object(plain())
            holder.anys.append(.object(plain()))
            holder.part = LinkPart(value: ["target": plain()])
        }
        #expect(made.names.count == id)
    }
}
