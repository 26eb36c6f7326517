import Testing

@testable import ModelConversion

/// `primaryKey()`, `indexedProperties()`, `ignoredProperties()`.
@Suite struct NamingMethodTests {
    private func convert(_ method: String, property: String = "@objc dynamic var id = 0") -> Conversion {
        Conversion(members: "    \(property)\n\n\(method)")
    }

    @Test(arguments: [
        "    override static func primaryKey() -> String? { \"id\" }",
        "    override class func primaryKey() -> String? {\n        return \"id\"\n    }",
        "    /// The key.\n    public override static func primaryKey() -> String? { return #keyPath(Dog.id) }",
        "    static override func primaryKey() -> String? { #keyPath(id) }",
    ])
    func `the primary key is marked`(_ method: String) {
        #expect(convert(method).text == "    @Persisted(primaryKey: true) var id = 0")
    }

    @Test func `indexed properties are marked, and the primary key is one already`() {
        let conversion = Conversion(
            members: """
                    override static func primaryKey() -> String? { "id" }

                    override static func indexedProperties() -> [String] { return ["id", "name"] }

                    @objc dynamic var id = 0
                    @objc dynamic var name = ""
                """)
        #expect(
            conversion.text == """
                    @Persisted(primaryKey: true) var id = 0
                    @Persisted(indexed: true) var name = ""
                """)
    }

    @Test func `a method that is called stays beside the mark`() {
        let conversion = Conversion(
            """
            class Dog: Object {
                @objc dynamic var id = 0
                override static func primaryKey() -> String? { "id" }
                override static func indexedProperties() -> [String] { ["id"] }
                static func key() -> String { Self.primaryKey() ?? "" }
            }
            """)
        #expect(
            conversion.text == """
                class Dog: Object {
                    @Persisted(primaryKey: true) var id = 0
                    override static func primaryKey() -> String? { "id" }
                    static func key() -> String { Self.primaryKey() ?? "" }
                }
                """)
        #expect(conversion.hints == ["'primaryKey()' is called, and stays beside the marks"])
        #expect(Conversion(conversion.text).text == conversion.text)
    }

    @Test func `ignored properties stay without marks`() {
        let conversion = Conversion(
            members: """
                    @objc dynamic var a = 1
                    @objc dynamic var b = [1], c = List<Int>()
                    var d: Int { 1 }
                    override class func ignoredProperties() -> [String] { ["b", "c", "d"] }
                """)
        #expect(
            conversion.text == """
                    @Persisted var a = 1
                    var b = [1], c = List<Int>()
                    var d: Int { 1 }
                """)
        #expect(conversion.notes.isEmpty)
    }

    @Test(arguments: [
        "    override static func primaryKey() -> String? { names[0] }",
        "    override static func primaryKey() -> String? { \"other\" }",
        "    override static func primaryKey() -> String? { print(1); return \"id\" }",
        "    override static func indexedProperties() -> [String] { [\"id\"] + super.indexedProperties() }",
        "    override static func ignoredProperties() -> [String] { [\"unknown\"] }",
    ])
    func `a method that a mark cannot replace stays`(_ method: String) {
        let conversion = convert(method)
        #expect(conversion.text == "    @Persisted var id = 0\n\n\(method)")
        #expect(conversion.notes.isEmpty)
    }

    @Test func `computed names of ignored properties are marked`() {
        let conversion = convert("    override static func ignoredProperties() -> [String] { names }")
        #expect(conversion.left.count == 1)
    }

    @Test func `the method stays for types that the mark does not take`() {
        let key = "    override static func primaryKey() -> String? { \"id\" }"
        #expect(convert(key, property: "@objc dynamic var id = Date()").text.hasSuffix(key))
        let index = "    override static func indexedProperties() -> [String] { [\"id\"] }"
        let once = convert(index, property: "let id = RealmProperty<AnyRealmValue>()")
        #expect(once.text == "    @Persisted var id: AnyRealmValue\n\n\(index)")
        #expect(Conversion(members: once.text).text == once.text)
    }

    @Test func `a property that has its mark already gets the argument`() {
        let method = "    override static func primaryKey() -> String? { \"id\" }"
        #expect(
            convert(method, property: "@Persisted var id: Int").text == "    @Persisted(primaryKey: true) var id: Int")
    }
}
