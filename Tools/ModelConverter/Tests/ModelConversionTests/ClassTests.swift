import Testing

@testable import ModelConversion

/// Which classes are converted, and what is said about a class as a whole.
@Suite struct ClassTests {
    private static let member = "{ @objc dynamic var a = 1 }"
    private static let converted = "{ @Persisted var a = 1 }"

    @Test(arguments: [
        "Object", "EmbeddedObject", "RealmSwift.Object", "RealmSwiftObject", "RLMObject", "Object, Codable",
    ])
    func `a class below one of the library's is a model`(_ base: String) {
        #expect(Conversion("class A: \(base) \(Self.member)").text == "class A: \(base) \(Self.converted)")
    }

    @Test func `a class below a model of another file is a model`() {
        let files = [
            ModelSource(path: "B.swift", source: "class B: A \(Self.member)"),
            ModelSource(path: "A.swift", source: "class A: Object {}"),
        ]
        #expect(ModelConverter.convert(files)[0].source == "class B: A \(Self.converted)")
        #expect(ModelConverter.convert(files)[1].source == "class A: Object {}")
    }

    @Test func `other classes stay, and one that looks like a model is marked`() {
        let view = "class A: NSObject \(Self.member)"
        #expect(Conversion(view).text == view && Conversion(view).notes.isEmpty)
        let modern = "class A: Base { @Persisted var a = 1\n override class func primaryKey() -> String? { \"a\" } }"
        #expect(Conversion(modern).text == modern && Conversion(modern).notes.isEmpty)
        let conversion = Conversion("class A: Base \(Self.member)")
        #expect(conversion.withoutMarks == "class A: Base \(Self.member)")
        #expect(conversion.left.count == 1 && conversion.left[0].contains("'Base'"))
    }

    @Test func `nested classes and those in functions are converted`() {
        let source = "enum Space { class A: Object \(Self.member) }\nfunc f() { class B: Object \(Self.member) }\n"
        #expect(Conversion(source).text == source.replacing(Self.member, with: Self.converted))
    }

    static let names: [(before: String, after: String)] = [
        ("@objc class A: Object {}", "class A: Object {}"),
        ("@objc(A) class A: Object {}", "class A: Object {}"),
        ("@objcMembers\npublic class A: Object {}", "public class A: Object {}"),
        (
            "@objc(B) class A: Object {}",
            "class A: Object { override class func _realmObjectName() -> String? { \"B\" } }"
        ),
        (
            "@objc(B)\nclass A: Object {\n    @objc dynamic var a = 1\n}",
            "class A: Object {\n    override class func _realmObjectName() -> String? { \"B\" }\n"
                + "    @Persisted var a = 1\n}"
        ),
        (
            "@objc(B) class A: Object { override class func _realmObjectName() -> String? { \"C\" } }",
            "class A: Object { override class func _realmObjectName() -> String? { \"C\" } }"
        ),
    ]

    @Test(arguments: names)
    func `a name for Objective-C is that of the class in the file`(_ form: (before: String, after: String)) {
        #expect(Conversion(form.before).text == form.after)
    }

    @Test func `enumerations are stored by their protocol alone`() {
        let source = "@objc public enum Kind: Int, RealmEnum { case a }\nextension Other: RealmEnum {}\n"
        #expect(
            Conversion(source).text
                == "public enum Kind: Int, PersistableEnum { case a }\nextension Other: PersistableEnum {}\n")
    }

    @Test func `extensions of models lose what needs Objective-C`() {
        let source = "class A: Object {}\n@objc extension A { @objc dynamic var b: Int { 1 }\n @objc func f() {} }"
        #expect(Conversion(source).text == "class A: Object {}\nextension A { var b: Int { 1 }\n func f() {} }")
    }

    @Test func `a class with type parameters gets a hint`() {
        let conversion = Conversion(
            "class A<T: Object>: Object {\n    @objc dynamic var a = 1\n    @objc dynamic var t: T?\n}")
        #expect(conversion.withoutMarks.contains("@Persisted var a = 1\n    @objc dynamic var t: T?"))
        #expect(conversion.hints.count == 1 && conversion.left.count == 1)
    }

    @Test func `a file with syntax errors stays as it is`() {
        let source = "class A: Object {\n    @objc dynamic var a = \n"
        #expect(Conversion(source).text == source)
        #expect(Conversion(source).left == ["the file has syntax errors, and was left as it is"])
    }

    @Test(arguments: ["class Plain {}", "protocol Plain {}"])
    func `a class below one that is in the files and no model is no riddle`(_ base: String) {
        let conversion = Conversion("\(base)\nclass Sub: Plain { @objc dynamic var x = 1 }\n")
        #expect(conversion.left.isEmpty)
    }

    @Test func `a class below one that is in none of the files may be a model`() {
        let conversion = Conversion("class Sub: Elsewhere { @objc dynamic var x = 1 }\n")
        #expect(conversion.left.count == 1 && conversion.left.allSatisfy { $0.contains("'Elsewhere'") })
    }
}
