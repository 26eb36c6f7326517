import Foundation
import TestSupport
import Testing

@testable import realmctl

/// The JSON document: its keys, their order, and its numbers.
@Suite struct EnvelopeTests {
    @Test func `the envelope of a success has all keys in their order`() throws {
        let place = try Workplace()
        let output = try RealmctlProcess.run(["schema-version", "--json", place.fixture("versioned_7")])
        #expect(
            output.out == #"{"realmctl":1,"command":"schema-version","ok":true,"exitCode":0,"#
                + #""result":{"schemaVersion":7},"warnings":[],"error":null}"# + "\n")
    }

    @Test func `the envelope of a failure has all keys in their order`() throws {
        let place = try Workplace()
        let path = try place.file("x", Data())
        let output = try RealmctlProcess.run(["schema-version", "--json", path])
        #expect(
            output.out == #"{"realmctl":1,"command":"schema-version","ok":false,"exitCode":65,"result":null,"#
                + #""warnings":[],"error":{"code":"notRealm","message":"The file '\#(path)' is empty (0 bytes), "#
                + #"which is not a Realm.","path":"\#(path)","hint":null,"detail":{}}}"# + "\n")
    }

    @Test func `info has the promised keys in their order`() throws {
        let place = try Workplace()
        let path = try place.fixture("empty")
        let output = try RealmctlProcess.run(["info", "--json", path])
        let file =
            #"{"path":"\#(path)","bytes":4096,"fileFormat":24,"encrypted":false,"keyFingerprint":null,"#
            + #""schemaVersion":0,"history":"local","streamingForm":false,"commitVersion":2,"usedBytes":400,"#
            + #""freeBytes":3696,"freeRatio":0.90234375,"freeBlocks":1,"largestFreeBlock":3696,"#
            + #""activeVersions":1,"versionsInUse":[],"obstacles":[],"classes":[],"openBy":[],"companions":[]}"#
        let summary = #"{"files":1,"ok":1,"findings":0,"failed":0,"notTried":0}"#
        #expect(
            output.out == #"{"realmctl":1,"command":"info","ok":true,"exitCode":0,"result":{"files":[\#(file)],"#
                + #""summary":\#(summary)},"warnings":[],"error":null}"# + "\n")
    }

    @Test func `integers of 64 bits stay exact`() throws {
        let place = try Workplace()
        let output = try RealmctlProcess.run(["schema-version", "--json", place.fixture("versioned_max")])
        #expect(output.out.contains(#"{"schemaVersion":18446744073709551614}"#))
    }

    @Test func `values are written as JSON wants them`() {
        let value = JSONValue.object([
            ("b", .bool(true)), ("a", .array([.null, .integer(.min), .unsigned(.max)])), ("d", .double(0.1)),
            ("nan", .double(.nan)), ("s", .string("\"\\\n\u{1}é\u{2028}🐕/")),
        ])
        #expect(
            value.text == #"{"b":true,"a":[null,-9223372036854775808,18446744073709551615],"d":0.1,"nan":null,"#
                + #""s":"\"\\\n\u0001é"# + "\u{2028}🐕/\"}")
    }
}
