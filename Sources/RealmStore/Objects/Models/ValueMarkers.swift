import Foundation

/// Marks the types whose minimum and maximum collections can compute.
@_marker public protocol MinMaxType {}

/// Marks the types whose sum and average collections can compute.
@_marker public protocol AddableType {}

/// Marks the types by which collections can be sorted.
@_marker public protocol SortableType {}

/// Marks the elements that can be sorted by their properties.
@_marker public protocol KeypathSortable {}

extension Int: MinMaxType, AddableType, SortableType {}
extension Int8: MinMaxType, AddableType, SortableType {}
extension Int16: MinMaxType, AddableType, SortableType {}
extension Int32: MinMaxType, AddableType, SortableType {}
extension Int64: MinMaxType, AddableType, SortableType {}
extension Float: MinMaxType, AddableType, SortableType {}
extension Double: MinMaxType, AddableType, SortableType {}
extension Decimal128: MinMaxType, AddableType, SortableType {}
extension AnyRealmValue: MinMaxType, AddableType, SortableType {}
extension Date: MinMaxType, SortableType {}
extension String: SortableType {}
extension Data: SortableType {}
extension NSNumber: MinMaxType, AddableType {}
extension NSDate: MinMaxType {}
extension Optional: MinMaxType where Wrapped: MinMaxType {}
extension Optional: AddableType where Wrapped: AddableType {}
extension Optional: SortableType where Wrapped: SortableType {}
extension RLMObjectBase: KeypathSortable {}
