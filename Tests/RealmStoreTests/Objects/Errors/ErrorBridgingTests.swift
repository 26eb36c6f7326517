import Foundation
import RealmStore
import TestSupport
import Testing

@Suite("Errors as NSError") struct ErrorBridgingTests {
    private let missing = Realm.Configuration(fileURL: URL(fileURLWithPath: "/no such folder/x.realm"))

    @Test func `an error of opening is caught as NSError with the SDK's domain, code and details`() throws {
        func open() -> NSError? {
            do { _ = try Realm(configuration: missing) } catch let error as NSError { return error }
            return nil
        }
        let error = try #require(open())
        #expect(error.domain == "io.realm")
        #expect(error.code == 5)
        #expect(error.userInfo[NSFilePathErrorKey] as? String == "/no such folder/x.realm")
        #expect(error.userInfo["Error Name"] as? String == "FileNotFound")
        #expect(error.userInfo["Error Code"] as? Int == 5)
        #expect(error.userInfo[NSLocalizedDescriptionKey] as? String == error.localizedDescription)
    }

    @Test func `an error of the library's value types is caught as NSError`() throws {
        func parse() -> NSError? {
            do { _ = try ObjectId(string: "x") } catch let error as NSError { return error }
            return nil
        }
        #expect(try #require(parse()).code == Realm.Error.Code.invalidInput.rawValue)
    }

    @Test func `an NSError of the domain is a Realm error`() throws {
        let error = NSError(domain: RLMErrorDomain, code: 5, userInfo: [NSLocalizedDescriptionKey: "gone"])
        let cast = try #require(error as? Realm.Error)
        #expect(cast.code == .fileNotFound)
        #expect(cast.localizedDescription == "gone")
        #expect((error as any Error as? Realm.Error)?.code == .fileNotFound)
    }

    @Test func `a thrown NSError is matched by patterns of Realm errors`() {
        var caught = ""
        do {
            throw NSError(domain: RLMErrorDomain, code: 5)
        } catch Realm.Error.fileExists {
            caught = "exists"
        } catch Realm.Error.fileNotFound {
            caught = "not found"
        } catch {
            caught = "\(error)"
        }
        #expect(caught == "not found")
    }

    @Test func `an NSError of another domain is not a Realm error`() {
        #expect(NSError(domain: NSCocoaErrorDomain, code: 5) as? Realm.Error == nil)
    }

    @Test func `an error comes back from NSError as it was`() throws {
        let error = Realm.Error(.invalidDatabase, userInfo: [NSFilePathErrorKey: "/a.realm", "mine": 1])
        let back = try #require(error as NSError as? Realm.Error)
        #expect(back == error)
        #expect(back.fileURL?.path == "/a.realm")
        #expect(back.userInfo["mine"] as? Int == 1)
    }

    @Test func `every code comes back from NSError`() throws {
        for code in Realm.Error.Code.allCases {
            #expect(((Realm.Error(code) as any Error as NSError) as? Realm.Error)?.code == code)
        }
    }

    @Test func `errors can be elements of a set`() {
        let errors: Set = [Realm.Error(.fail), Realm.Error(.fail, userInfo: ["mine": 1]), Realm.Error(.fileExists)]
        #expect(errors.count == 2)
    }
}
