import RealmStore
import Testing

@Suite("Names behind key paths") struct KeyPathNameTests {
    @Test func `a key path has the same name each time`() {
        for _ in 0..<3 {
            #expect(_name(for: \ModelPerson.name) == "name" && _name(for: \ModelPerson.home?.street) == "home.street")
        }
    }

    @Test func `key paths made while the program runs have their names`() {
        for _ in 0..<600 {
            let home: KeyPath<ModelPerson, ModelAddress?> = \ModelPerson.home
            #expect(_name(for: home.appending(path: \.?.street)) == "home.street")
            #expect(_name(for: home.appending(path: \.?.number)) == "home.number")
            #expect(_name(for: home) == "home")
        }
    }

    @Test func `a key path without a stored property has no name, again and again`() {
        for _ in 0..<3 { #expect(_name(for: \ModelPerson.notes).isEmpty) }
    }

    @Test func `threads that ask for the same names agree`() async {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { _ in
                        _name(for: \ModelDog.name) == "name" && _name(for: \ModelDog.age) == "age"
                    }
                }
            }
            for await agreed in group { #expect(agreed) }
        }
    }
}
