import Testing

@testable import ModelConversion

/// The declarations of properties.
@Suite struct PropertyTests {
    static let forms: [(before: String, after: String)] = [
        ("    @objc dynamic var name = \"\"", "    @Persisted var name = \"\""),
        ("    @objc dynamic var owner: Person?", "    @Persisted var owner: Person?"),
        ("    @objc dynamic var owner: Person!", "    @Persisted var owner: Person!"),
        ("\t@objc\tdynamic var a: Int = 1 // one", "\t@Persisted\tvar a: Int = 1 // one"),
        ("    dynamic var name: String = \"x\"", "    @Persisted var name: String = \"x\""),
        ("    @objc dynamic private var a = 1", "    @Persisted private var a = 1"),
        ("    @objc public private(set) dynamic var a = 1", "    @Persisted public private(set) var a = 1"),
        ("    @objc var a = 1", "    @Persisted var a = 1"),
        ("    @objc\n    dynamic var a = 1", "    @Persisted\n    var a = 1"),
        ("    @objc dynamic var `class` = 1", "    @Persisted var `class` = 1"),
        ("    @objc dynamic var a = 1, b = \"\"", "    @Persisted var a = 1\n    @Persisted var b = \"\""),
        ("    @objc dynamic var a, b: Int", "    @Persisted var a: Int\n    @Persisted var b: Int"),
        (
            "    @objc dynamic var a = 1, // one\n        b = 2 // two",
            "    @Persisted var a = 1 // one\n    @Persisted var b = 2 // two"
        ),
        ("    let dogs = List<Dog>()", "    @Persisted var dogs: List<Dog>"),
        ("    public let dogs = RealmSwift.List<Dog>()", "    @Persisted public var dogs: RealmSwift.List<Dog>"),
        ("    var dogs = List<Dog>()", "    @Persisted var dogs: List<Dog>"),
        ("    let dogs: List<Dog> = List()", "    @Persisted var dogs: List<Dog>"),
        ("    let dogs: List<Dog> = .init()", "    @Persisted var dogs: List<Dog>"),
        (
            "    let a = List<Int>(), b = List<Int?>()",
            "    @Persisted var a: List<Int>\n    @Persisted var b: List<Int?>"
        ),
        ("    let tags = MutableSet<String>()", "    @Persisted var tags: MutableSet<String>"),
        ("    let map = Map<String, Dog?>()", "    @Persisted var map: Map<String, Dog?>"),
        ("    let age = RealmOptional<Int>()", "    @Persisted var age: Int?"),
        ("    let age = RealmOptional<Int>(5)", "    @Persisted var age: Int? = 5"),
        ("    let age = RealmProperty<Int?>()", "    @Persisted var age: Int?"),
        ("    let any = RealmProperty<AnyRealmValue>()", "    @Persisted var any: AnyRealmValue"),
        (
            "    let owners = LinkingObjects(fromType: Person.self, property: \"dogs\")",
            "    @Persisted(originProperty: \"dogs\") var owners: LinkingObjects<Person>"
        ),
        (
            "    let dogs: LinkingObjects<Man> = LinkingObjects(fromType: Man.self, property: #keyPath(Man.dogs))",
            "    @Persisted(originProperty: \"dogs\") var dogs: LinkingObjects<Man>"
        ),
        ("    @objc dynamic var born: NSDate?", "    @Persisted var born: Date?"),
        ("    @objc dynamic var born = NSDate()", "    @Persisted var born = Date()"),
        ("    @objc dynamic var text: NSString = \"a\"", "    @Persisted var text: String = \"a\""),
        (
            "    #if DEBUG\n    @objc dynamic var a = 1\n    #endif",
            "    #if DEBUG\n    @Persisted var a = 1\n    #endif"
        ),
    ]

    @Test(arguments: forms)
    func `a property that is stored is marked`(_ form: (before: String, after: String)) {
        let conversion = Conversion(members: form.before)
        #expect(conversion.text == form.after)
        #expect(conversion.left.isEmpty)
    }

    static let plain: [(before: String, after: String)] = [
        ("    var cache = 1", "    var cache = 1"),
        ("    static let shared = List<Int>()", "    static let shared = List<Int>()"),
        ("    @objc dynamic lazy var a: Int = 1", "    lazy var a: Int = 1"),
        ("    @objc dynamic var a: Int { 1 }", "    var a: Int { 1 }"),
        ("    @objc let a = 1", "    let a = 1"),
        ("    @objc func f() {}", "    func f() {}"),
        ("    @objc(other:) func f(_ a: Int) {}", "    func f(_ a: Int) {}"),
        ("    @objc convenience init(a: Int) { self.init() }", "    convenience init(a: Int) { self.init() }"),
        ("    @Persisted var a = 1", "    @Persisted var a = 1"),
    ]

    @Test(arguments: plain)
    func `a member that is not stored loses what needs Objective-C`(_ form: (before: String, after: String)) {
        let conversion = Conversion(members: form.before)
        #expect(conversion.text == form.after)
        #expect(conversion.notes.isEmpty)
    }

    @Test func `all variables of a class with objcMembers that Objective-C knows are stored`() {
        let members = """
                var name = ""
                var count: Int?
                var owner: Person?
                var rest: [Int] = []
                private var hidden = 1
                private dynamic var shown = 1
                @nonobjc var other = 1
                var plain: Plain = .b
            """
        let source = "enum Plain { case b }\n@objcMembers class Dog: Object {\n\(members)\n}"
        #expect(
            Conversion(source).text == """
                enum Plain { case b }
                class Dog: Object {
                    @Persisted var name = ""
                    var count: Int?
                    @Persisted var owner: Person?
                    var rest: [Int] = []
                    private var hidden = 1
                    @Persisted private var shown = 1
                    var other = 1
                    var plain: Plain = .b
                }
                """)
    }

    @Test func `observers stay, with a hint that they run on objects in a Realm`() {
        let conversion = Conversion(members: "    @objc dynamic var a = 1 { didSet { print(a) } }")
        #expect(conversion.text == "    @Persisted var a = 1 { didSet { print(a) } }")
        #expect(conversion.hints == ["willSet and didSet of 'a' run on objects in a Realm, too"])
    }

    @Test func `a computed property around a raw value stays, with a hint that it can be stored itself`() {
        let conversion = Conversion(
            members: """
                    @objc dynamic private var rawKind = 0
                    var kind: Kind {
                        get { Kind(rawValue: rawKind)! }
                        set { rawKind = newValue.rawValue }
                    }
                """)
        #expect(conversion.text.hasPrefix("    @Persisted private var rawKind = 0\n    var kind: Kind {\n"))
        #expect(conversion.hints.count == 1 && conversion.hints[0].contains("@Persisted var kind: Kind"))
    }

    @Test func `a byte order mark stays`() {
        let source = "\u{FEFF}class Dog: Object { @objc dynamic var a = 1 }"
        #expect(Conversion(source).text == "\u{FEFF}class Dog: Object { @Persisted var a = 1 }")
    }

    @Test func `line breaks stay what they are`() {
        let text = Conversion("class Dog: Object {\r\n    @objc dynamic var a = 1, b = 2\r\n}\r\n").text
        #expect(text == "class Dog: Object {\r\n    @Persisted var a = 1\r\n    @Persisted var b = 2\r\n}\r\n")
    }
}
