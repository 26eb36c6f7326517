import Testing

@testable import ModelConversion

/// The code that uses models.
@Suite struct UseTests {
    private func convert(_ body: String) -> Conversion {
        let head = "class Dog: Object {\n    let age = RealmOptional<Int>()\n}\n"
        let conversion = Conversion(head + body)
        return conversion
    }

    static let certain: [(before: String, after: String)] = [
        ("extension Dog { func f() -> Int? { age.value } }", "extension Dog { func f() -> Int? { age } }"),
        ("extension Dog { func f() { self.age.value = 1 } }", "extension Dog { func f() { self.age = 1 } }"),
        ("class Puppy: Dog { func f() { g { age.value = 1 } } }", "class Puppy: Dog { func f() { g { age = 1 } } }"),
        ("func f(dog: Dog) { dog.age.value? += 1 }", "func f(dog: Dog) { dog.age? += 1 }"),
        ("func f(_ dog: Dog?) -> Int? { dog?.age.value }", "func f(_ dog: Dog?) -> Int? { dog?.age }"),
        ("let dog = Dog()\nprint(dog.age.value ?? 0)", "let dog = Dog()\nprint(dog.age ?? 0)"),
        ("let path = \\Dog.age.value", "let path = \\Dog.age"),
        ("let name = #keyPath(Dog.age)", "let name = \"age\""),
        ("let name = #keyPath(Dog.owner.name)", "let name = \"owner.name\""),
        ("extension Dog { var name: String { #keyPath(age) } }", "extension Dog { var name: String { \"age\" } }"),
    ]

    @Test(arguments: certain)
    func `what certainly is about a model is converted`(_ form: (before: String, after: String)) {
        let conversion = convert(form.before)
        #expect(conversion.text.hasSuffix(form.after) && conversion.notes.isEmpty, "\(conversion.text)")
    }

    @Test(arguments: [
        "print(someone.age.value)", "let ages = dogs.map { $0.age.value }", "let ages = dogs.map(\\.age.value)",
        "extension Dog { func f(age: Box) { age.value = 1 } }", "let name = #keyPath(Other.age)",
    ])
    func `what only may be about a model is marked`(_ use: String) {
        let conversion = convert(use)
        #expect(conversion.left.count == 1 && conversion.withoutMarks.hasSuffix(use), "\(conversion.text)")
    }

    @Test(arguments: [
        "extension Dog { func f() { age.value(for: 1) } }", "func f(cat: Cat) { cat.age.value = 1 }",
        "print(dog.name.value)", "struct Cat { let age: Box\n func f() { age.value = 1 } }",
    ])
    func `what is about something else stays`(_ use: String) {
        let conversion = convert(use)
        #expect(conversion.text.hasSuffix(use) && conversion.notes.isEmpty, "\(conversion.text)")
    }
}
