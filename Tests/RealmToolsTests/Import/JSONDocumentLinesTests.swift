import Foundation
import TestSupport
import Testing

@testable import RealmStore
@testable import RealmTools

@Suite struct JSONDocumentLinesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: [
        (#"[{"a": [1}, "#, "']' is missing before '}'"),
        (#"[{"a": {"b": 1], "c"#, "'}' is missing before ']'"),
        (#"[{"a": "b}, "# + "\n", "a string holds a control character"),
        (#"[{"a": [[[1]]}}, "#, "']' is missing before '}'"),
    ]) func `what is missing is told where it is missed, not at the end of a large file`(
        start: String, message: String
    ) throws {
        let rest = Data(repeating: UInt8(ascii: " "), count: 40 << 20)
        let url = try directory.file("in.json", Data(start.utf8) + rest)
        let bytes = try ImportBytes(url, name: "in.json")
        var blocks = ObjectBlocks(bytes, of: .elements(.init(url, format: .json, name: "in.json"), of: nil))
        let error = #expect(throws: RLMError.self) { while try blocks.next() != nil {} }
        #expect(error?.localizedDescription.contains(message) == true, "\(String(describing: error))")
        #expect(bytes.byteCount < 10 << 20)
    }

    @Test func `brackets that are nested deeper than they are told apart are read`() throws {
        let nested = String(repeating: #"[{"a":"#, count: 90) + "1" + String(repeating: "}]", count: 90)
        let url = try directory.file("in.json", Data("[\(nested), 2]".utf8))
        let bytes = try ImportBytes(url, name: "in.json")
        var blocks = ObjectBlocks(bytes, of: .elements(.init(url, format: .json, name: "in.json"), of: nil))
        let text = try #require(try blocks.next()).text
        #expect(text.line(at: 0) == Array((nested + "\n").utf8))
    }
}
