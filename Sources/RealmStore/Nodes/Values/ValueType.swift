/// The type numbers of columns and of values inside mixed.
///
/// Source: file-format/leaves.md, "What each column type uses".
package enum ValueType: UInt8, Sendable {
    case int = 0
    case bool = 1
    case string = 2
    case binary = 4
    case mixed = 6
    case timestamp = 8
    case float = 9
    case double = 10
    case decimal = 11
    case link = 12
    /// Only in column keys of files upgraded from older formats: a list of links.
    case oldLinkList = 13
    case backlink = 14
    case objectId = 15
    case typedLink = 16
    case uuid = 17
    /// Only inside mixed, like `dictionary`.
    case list = 19
    case dictionary = 21
}
