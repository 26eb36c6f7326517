import Testing

@testable import ModelConversion

/// What cannot be converted stays, with the reason in a comment before it.
@Suite struct MarkTests {
    static let refused: [(member: String, reason: String)] = [
        ("@objc dynamic var a: NSNumber?", "NSNumber"), ("@objc dynamic var a: [Int] = []", "[Int]"),
        ("@objc dynamic var a = [1]", "List"), ("@objc dynamic var a = [String]()", "List"),
        ("@objc dynamic var a: (Int, Int)", "(Int, Int)"), ("@objc dynamic var a: URL?", "URL?"),
        ("@objc dynamic var a = NSURL(string: \"x\")!", "NSURL"), ("@objc dynamic var a: Any?", "Any?"),
        ("@objc dynamic var a = Dog()", "optional: 'Dog?'"), ("@objc dynamic var a: Dog", "optional: 'Dog?'"),
        ("@objc dynamic var a: Plain = .b", "PersistableEnum"),
        ("@objc dynamic var a = RLMArray<Dog>(objectClassName: \"Dog\")", "RLMArray"),
        ("@objc dynamic weak var a: Dog?", "weak"), ("@objc override dynamic var a: Int", "override"),
        ("@objc(b) dynamic var a = 1", "@objc(b)"), ("@objc dynamic var a = NSDate(timeIntervalSince1970: 1)", "Date"),
        ("let a = List<URL>()", "URL"), ("let a = List<Int>([1])", "initial value"),
        ("@objc dynamic var (a, b) = (1, 2), c = 3", "tuple"), ("@NSManaged var a: Int", "Core Data"),
    ]

    @Test(arguments: refused)
    func `a property that cannot be stored stays and is marked`(_ form: (member: String, reason: String)) {
        let source = "    var before = 1\n    \(form.member)"
        let conversion = Conversion("enum Plain { case b }\nclass Dog: Object {\n\(source)\n}\n")
        #expect(conversion.withoutMarks == "enum Plain { case b }\nclass Dog: Object {\n\(source)\n}\n")
        #expect(conversion.left.count == 1 && conversion.left.first?.contains(form.reason) == true)
        #expect(conversion.notes.first?.line == 4)
        let mark = "    // realmctl: not converted: \(conversion.left.first ?? "")\n    \(form.member)"
        #expect(conversion.text.contains(mark))
        let again = Conversion(conversion.text)
        #expect(again.text == conversion.text && again.left == conversion.left)
    }

    @Test func `beside @Persisted properties others were not stored`() {
        let source = "    @Persisted var a = 1\n    @objc dynamic var b = 1\n    let c = List<Int>()"
        let conversion = Conversion(members: source)
        #expect(conversion.withoutMarks == source && conversion.left.count == 1)
    }

    @Test func `what is marked beside converted properties can be corrected and converted later`() {
        let once = Conversion(members: "    @objc dynamic var a = 1\n    @objc dynamic var b: NSNumber?")
        let corrected = once.text.replacing("NSNumber?", with: "Date?")
        #expect(Conversion(members: corrected).withoutMarks == "    @Persisted var a = 1\n    @Persisted var b: Date?")
    }

    @Test func `key-value observing of models is marked`() {
        let source = """
            class Dog: Object {
                @objc dynamic var age = 1
                override func observeValue(forKeyPath keyPath: String?, of object: Any?) {}
            }
            func watch(_ dog: Dog, _ player: Player) {
                a = dog.observe(\\.age, options: [.new]) { _, _ in }
                b = dog.observe(\\Dog.age) { _, _ in }
                dog.addObserver(self, forKeyPath: "age", options: [], context: nil)
                c = player.observe(\\.rate) { _, _ in }
                d = dog.observe { _ in }
                e = dogs.observe(keyPaths: ["age"]) { _ in }
            }

            """
        let conversion = Conversion(source)
        #expect(conversion.notes.map(\.line) == [3, 6, 7, 8])
        #expect(conversion.withoutMarks == source.replacing("@objc dynamic", with: "@Persisted"))
    }

    @Test func `a mark stands before the statement, not inside of it`() {
        let conversion = Conversion(
            """
            class Dog: Object {
                @objc dynamic var age = 1
                func f() {
                    call(
                        1, #selector(f))
                }
                func g() { call(#selector(g)) }
            }

            """)
        #expect(conversion.text.contains("    func f() {\n        // realmctl: not converted: '#selector'"))
        #expect(conversion.text.contains("\n        call(\n            1, #selector(f))"))
        #expect(conversion.text.contains("a closure\n    func g() { call(#selector(g)) }"))
        #expect(conversion.notes.map(\.line) == [5, 7])
    }

    @Test func `marks that are there stay listed until somebody removes them`() {
        let source = "class Dog: Object {\n    // realmctl: not converted: some reason\n    @Persisted var a = 1\n}\n"
        #expect(Conversion(source).text == source)
        #expect(Conversion(source).notes == [ConversionNote(.left, line: 2, "some reason")])
    }
}
