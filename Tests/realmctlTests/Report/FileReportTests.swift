import Foundation
import FoundationXML
import RealmStore
import TestSupport
import Testing

@testable import realmctl

/// `info --report`: a page about a file.
@Suite struct FileReportTests {
    private let place: Workplace

    init() throws { place = try Workplace() }

    private func report(_ fixture: String, _ options: [String] = []) throws -> (path: String, page: String) {
        let path = "\(place.path)/report.html"
        let output = try RealmctlProcess.run(["info", place.fixture(fixture), "--report", path] + options)
        #expect(output.code == 0)
        return (path, try String(contentsOfFile: path, encoding: .utf8))
    }

    @Test(arguments: ["migrate_v1", "names", "links", "mixed_nested", "many_classes", "just_created"])
    func `the body is well-formed, whatever the classes are called`(fixture: String) throws {
        let page = try report(fixture).page
        let start = try #require(page.range(of: "<body>"))
        let end = try #require(page.range(of: "</body>"))
        let parser = XMLParser(data: Data(page[start.lowerBound..<end.upperBound].utf8))
        #expect(parser.parse(), "\(String(describing: parser.parserError)), line \(parser.lineNumber)")
    }

    @Test func `the page needs nothing but itself`() throws {
        let page = try report("contacts_1k.enc", ["--key-file", place.secret("key", KeyForms.raw)]).page
        for word in ["http:", "https:", "src=", "@import", "<script"] { #expect(!page.contains(word)) }
        #expect(page.contains("<strong>key \(KeyForms.fingerprint)</strong>"))
    }

    @Test func `every class has a box, a row and a colour`() throws {
        let page = try report("migrate_v1").page
        for name in ["Dog", "Person"] {
            #expect(page.contains("class=\"title\">\(name)</text>"))
            #expect(page.contains("<td>\(name)</td>"))
            #expect(page.contains("<span>\(name) </span>"))
        }
        #expect(page.contains("class=\"fill-class0\" d=\"M"))
    }

    @Test func `the result names the page`() throws {
        let path = "\(place.path)/page.html"
        let output = try RealmctlProcess.run(["info", "--json", place.fixture("migrate_v1"), "--report", path])
        let files = (try output.json()["result"] as? [String: Any])?["files"] as? [[String: Any]]
        #expect(files?.first?["report"] as? String == path)
    }

    @Test func `an existing file is replaced by force only`() throws {
        let path = try place.file("report.html", Data("mine".utf8))
        let fixture = try place.fixture("migrate_v1")
        #expect(try RealmctlProcess.run(["info", fixture, "--report", path]).code == 73)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try RealmctlProcess.run(["info", fixture, "--report", path, "--force"]).code == 0)
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    }

    @Test func `the file itself is never the report`() throws {
        let fixture = try place.fixture("migrate_v1")
        let before = try Data(contentsOf: URL(fileURLWithPath: fixture))
        #expect(try RealmctlProcess.run(["info", fixture, "--report", fixture, "--force"]).code == 64)
        #expect(try Data(contentsOf: URL(fileURLWithPath: fixture)) == before)
    }

    @Test func `a dry run reads everything and writes nothing`() throws {
        let path = "\(place.path)/none.html"
        #expect(try RealmctlProcess.run(["info", place.fixture("migrate_v1"), "--report", path, "-n"]).code == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a report on many files is refused`() throws {
        let fixture = try place.fixture("migrate_v1")
        #expect(try RealmctlProcess.run(["info", fixture, fixture, "--report", "x.html"]).code == 64)
    }

    @Test func `markup in a name is shown, not interpreted`() {
        var markup = Markup()
        markup.element("p", ["title": "a\"b"], text: "<script>&\u{7}")
        #expect(markup.text == "<p title=\"a&quot;b\">&lt;script&gt;&amp;\u{2407}</p>\n")
    }
}

/// The positions of the boxes of a schema diagram.
@Suite struct SchemaLayoutTests {
    private func link(_ name: String, to target: String) -> Property {
        Property(name: name, type: .object, objectClassName: target, isOptional: true)
    }

    private func schema(_ classes: [(String, [Property])]) -> Schema {
        Schema(classes.map { ObjectSchema(className: $0.0, properties: $0.1) })
    }

    private func overlap(_ boxes: [SchemaLayout.Box]) -> Bool {
        boxes.indices.contains { first in
            boxes.indices.contains { second in
                first < second && boxes[first].x < boxes[second].x + boxes[second].width
                    && boxes[second].x < boxes[first].x + boxes[first].width
                    && boxes[first].y < boxes[second].y + boxes[second].height
                    && boxes[second].y < boxes[first].y + boxes[first].height
            }
        }
    }

    @Test func `links lead to the right`() {
        let layout = SchemaLayout(
            schema([
                ("A", [link("b", to: "B"), link("c", to: "C")]), ("B", [link("c", to: "C")]),
                ("C", [Property(name: "n", type: .int)]),
            ]))
        for link in layout.links {
            #expect(layout.boxes[link.from].x + layout.boxes[link.from].width < layout.boxes[link.to].x)
        }
        #expect(layout.links.count == 3 && !overlap(layout.boxes))
    }

    @Test func `circles end, and all boxes stand apart inside the picture`() {
        let layout = SchemaLayout(
            schema([
                ("A", [link("b", to: "B"), link("me", to: "A")]), ("B", [link("c", to: "C")]),
                ("C", [link("a", to: "A")]), ("Alone", [Property(name: "n", type: .int)]),
            ]))
        #expect(!overlap(layout.boxes))
        for box in layout.boxes {
            #expect(box.x >= 0 && box.y >= 0)
            #expect(box.x + box.width <= layout.width && box.y + box.height <= layout.height)
        }
    }

    @Test(arguments: 1...40)
    func `boxes of any schema stand apart`(count: Int) {
        let classes = (0..<count).map { index in
            let properties = (0...(index * count) % 7).map { property in
                property % 2 == 0
                    ? link("p\(property)", to: "Class\((index * 7 + property * count) % (count + 3))")
                    : Property(name: "p\(property)", type: .string)
            }
            return ("Class\(index)", properties)
        }
        let layout = SchemaLayout(schema(classes))
        #expect(!overlap(layout.boxes))
        #expect(layout.boxes.allSatisfy { $0.x + $0.width <= layout.width && $0.y + $0.height <= layout.height })
    }
}
