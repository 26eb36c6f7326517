import SwiftSyntax

/// Which types a property may have.
struct StorageRule {
    /// The Objective-C classes whose value is stored as that of a Swift type.
    static let bridged = ["NSDate": "Date", "NSData": "Data", "NSString": "String", "NSUUID": "UUID"]

    private static let values: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "Bool", "Float", "Double", "String", "Data", "Date", "Decimal128",
        "ObjectId", "UUID", "AnyRealmValue",
    ]
    private static let refused: Set<String> = [
        "Any", "AnyObject", "Array", "CGFloat", "CGPoint", "CGRect", "CGSize", "Character", "Decimal", "Dictionary",
        "NSArray", "NSDecimalNumber", "NSDictionary", "NSMutableArray", "NSMutableDictionary", "NSNumber", "NSObject",
        "NSSet", "NSURL", "NSValue", "Results", "Selector", "Set", "UInt", "UInt16", "UInt32", "UInt64", "UInt8",
        "URL",
    ]
    private static let objectiveC: Set<String> = ["RLMArray", "RLMSet", "RLMDictionary", "RLMLinkingObjects"]

    let index: ModelIndex
    /// The type parameters of the class.
    let parameters: Set<String>

    /// Why a property cannot be stored; nil if it can.
    func refusal(of type: TypeSyntax) -> String? {
        let (wrapped, isOptional) = type.unwrapped
        guard let (name, arguments) = wrapped.named else {
            return "a property of type '\(type.trimmedDescription)' cannot be stored"
        }
        return refusal(named: name, isOptional: isOptional, written: type.trimmedDescription)
            ?? arguments.lazy.compactMap(refusal(ofElement:)).first
    }

    /// The same of the value that an initial value has, as far as it shows.
    func refusal(ofValue expression: ExprSyntax) -> String? {
        let callee = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
        if callee.is(ArrayExprSyntax.self) || callee.is(DictionaryExprSyntax.self)
            || expression.is(TupleExprSyntax.self)
        {
            return "an array or dictionary cannot be stored; 'List', 'MutableSet' and 'Map' can"
        }
        if let forced = expression.as(ForceUnwrapExprSyntax.self) { return refusal(ofValue: forced.expression) }
        guard let made = Construction(expression) else { return nil }
        return refusal(named: made.name, isOptional: false, written: made.text)
    }

    /// Elements may be objects without being optional.
    func refusal(ofElement type: TypeSyntax) -> String? {
        let (wrapped, _) = type.unwrapped
        guard let (name, _) = wrapped.named else {
            return "elements of type '\(type.trimmedDescription)' cannot be stored"
        }
        return refusal(named: name, isOptional: true, written: type.trimmedDescription)
    }

    private func refusal(named name: String, isOptional: Bool, written: String) -> String? {
        if StorageRule.values.contains(name) || StorageRule.bridged[name] != nil { return nil }
        if parameters.contains(name) {
            return "'\(written)' is a type parameter of the class; only a type that is known can be stored"
        }
        if name == "NSNumber" { return "an 'NSNumber' does not say what it stores; write 'Int?', 'Double?' or 'Bool?'" }
        if name == "RLMValue" { return "an 'RLMValue' is stored as 'AnyRealmValue'; write that" }
        if StorageRule.objectiveC.contains(name) {
            return "'\(name)' is no type of a stored property; use 'List', 'MutableSet', 'Map' or 'LinkingObjects'"
        }
        if StorageRule.refused.contains(name) { return "a property of type '\(written)' cannot be stored" }
        if index.isModel(name), !isOptional { return "a link to an object has to be optional: '\(written)?'" }
        if index.plainTypes.contains(name) {
            return "'\(written)' is neither 'PersistableEnum' nor 'CustomPersistable', and cannot be stored"
        }
        return nil
    }
}
