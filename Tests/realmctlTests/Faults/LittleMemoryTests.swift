import TestSupport
import Testing

/// Commands with limited address space.
@Suite struct LittleMemoryTests {
    private let place: Workplace
    private let path: String

    init() throws {
        place = try Workplace()
        path = try place.fixture("types_all")
    }

    @Test(arguments: [
        "info @", "schema @", "verify @", "query @ AllInt --count", "export @ -o out.ndjson --format ndjson",
        "diff @ @", "copy @ copy.realm", "compact @", "backup create @ -o a.realm.tar.zst", "recover @ -o r.realm",
    ])
    func `a command ends with a result or an error, whatever it may have`(_ command: String) throws {
        let arguments = command.replacing("@", with: path)
        for kibibytes in [150_000, 300_000, 1_000_000] {
            let limits = "ulimit -c 0; ulimit -v \(kibibytes)"
            let place = "cd \(place.path); rm -f copy.realm out.ndjson *.zst r.realm"
            let output = try RealmctlProcess.shell("\(place); \(limits); \"$REALMCTL\" \(arguments) --yes")
            // The shell reports a signal as a code above 128; 70 would be a bug of the program.
            #expect(output.code < 128 && output.code != 70, "\(kibibytes): \(output)")
            if kibibytes == 1_000_000 { #expect([0, 1].contains(output.code), "\(output)") }
        }
    }
}
