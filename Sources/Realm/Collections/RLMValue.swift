import RealmStore

/// A value that a mixed property can hold, in its boxed form.
public protocol RLMValue {}

extension RLMValue {
    /// The type of the value. SDK name: `rlm_anyValueType`.
    public var rlm_anyValueType: RLMAnyValueType {
        switch ShownValue.mixed(self) {
        case .none: .any
        case .int: .int
        case .bool: .bool
        case .float: .float
        case .double: .double
        case .string: .string
        case .data: .data
        case .date: .date
        case .object: .object
        case .objectId: .objectId
        case .decimal128: .decimal128
        case .uuid: .UUID
        case .dictionary: .dictionary
        case .list: .list
        }
    }

    /// The type of the value; see `rlm_anyValueType`.
    @available(*, deprecated, renamed: "rlm_anyValueType")
    public var rlm_valueType: RLMAnyValueType { rlm_anyValueType }
}

extension NSNull: RLMValue {}
extension NSNumber: RLMValue {}
extension NSString: RLMValue {}
extension NSData: RLMValue {}
extension NSDate: RLMValue {}
extension NSUUID: RLMValue {}
extension NSArray: RLMValue {}
extension NSDictionary: RLMValue {}
extension RLMDecimal128: RLMValue {}
extension RLMObjectId: RLMValue {}
extension RLMObjectBase: RLMValue {}
extension RLMArray: RLMValue {}
extension RLMDictionary: RLMValue {}
extension Int: RLMValue {}
extension Bool: RLMValue {}
extension Float: RLMValue {}
extension Double: RLMValue {}
extension String: RLMValue {}
extension Data: RLMValue {}
extension Date: RLMValue {}
extension UUID: RLMValue {}
