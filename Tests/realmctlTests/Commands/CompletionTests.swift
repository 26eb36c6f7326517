import Foundation
import TestSupport
import Testing

/// The completions in the shells that they are for, if they are installed.
@Suite struct CompletionTests {
    private static let directory = Fixture.directory.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("completions").path

    private static func isInstalled(_ shell: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(shell)")
        }
    }

    /// The input, and some of the expected offers.
    static let cases: [(words: String, offers: [String])] = [
        ("realmctl schema-v", ["schema-version"]), ("realmctl info --re", ["--recursive", "--report"]),
        ("realmctl backup ", ["create", "list", "prune", "verify"]),
        ("realmctl export --format ", ["ndjson", "csv", "sqlite", "postgres"]),
        ("realmctl migrate a", ["apply"]), ("realmctl compact --if ", ["auto", "free-ratio=0.5"]),
    ]

    @Test(arguments: [
        (["schema", "print", "FILE", "--class", ""], "--class", ["Dog", "Person"]),
        (["query", "FILE", ""], "positional@1", ["Dog", "Person"]),
        (["query", "FILE", "Dog", "--columns", ""], "--columns", ["name"]),
        (["query", "FILE", "Person", "--sort", "id,"], "--sort", ["id,name", "id,age"]),
        (["diff", "FILE", "FILE", "--ignore", ""], "--ignore", ["Dog.name"]),
    ])
    func `names of classes and properties come from the file`(
        words: [String], option: String, offers: [String]
    ) throws {
        let ingredients = try CommandRecipe.Ingredients(Workplace())
        let path = try ingredients.plain()
        let before = try ingredients.place.names()
        let line = ["realmctl"] + words.map { $0 == "FILE" ? path : $0 }
        let request = ["---completion"] + words.prefix { $0 != "FILE" } + ["--", option, String(line.count - 1), "0"]
        let output = try RealmctlProcess.run(request + line)
        let lines = output.out.split(separator: "\n").map(String.init)
        for offer in offers { #expect(lines.contains(offer), "\(output.out)\(output.err)") }
        #expect(try ingredients.place.names() == before)
    }

    @Test(arguments: cases)
    func `bash offers what realmctl knows`(words: String, offers: [String]) throws {
        let output = try RealmctlProcess.shell(
            #"""
            source "$DIRECTORY/realmctl.bash"
            read -ra COMP_WORDS <<< "$WORDS"
            [[ $WORDS == *' ' ]] && COMP_WORDS+=('')
            COMP_LINE=$WORDS COMP_POINT=${#WORDS} COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _realmctl realmctl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\n' "${COMPREPLY[@]}"
            """#, environment: ["DIRECTORY": Self.directory, "WORDS": words])
        let lines = output.out.split(separator: "\n").map(String.init)
        for offer in offers { #expect(lines.contains(offer), "\(output.out)\(output.err)") }
    }

    @Test(.enabled(if: isInstalled("fish"), "fish is not installed"), arguments: cases)
    func `fish offers what realmctl knows`(words: String, offers: [String]) throws {
        let output = try RealmctlProcess.shell(
            #"fish -N -c 'source $DIRECTORY/realmctl.fish; complete -C "$WORDS"'"#,
            environment: ["DIRECTORY": Self.directory, "WORDS": words])
        let lines = output.out.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
        for offer in offers { #expect(lines.contains(offer), "\(output.out)\(output.err)") }
    }

    @Test(.enabled(if: isInstalled("zsh"), "zsh is not installed"), arguments: cases)
    func `zsh offers what realmctl knows`(words: String, offers: [String]) throws {
        let place = try TemporaryDirectory()
        // An interactive shell in a terminal of its own, which receives tabs until the offers appear.
        let output = try RealmctlProcess.shell(
            #"""
            zsh -f -c '
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "fpath=($DIRECTORY \$fpath); autoload -Uz compinit; compinit -u -d $DUMP; print REA\DY"
            while zpty -r shell line; do [[ $line == *READY* ]] && break; done
            zpty -w -n shell "$WORDS"$'\''\t\t'\''
            for _ in {1..200}; do
                while zpty -rt shell line; do seen+=$line; done
                missing=0
                for offer in ${=OFFERS}; do [[ $seen == *$offer* ]] || missing=1; done
                (( missing )) || break
                sleep 0.05
            done
            zpty -d shell
            print -r -- $seen' </dev/null
            """#,
            environment: [
                "DIRECTORY": Self.directory, "DUMP": place.url.appendingPathComponent("dump").path, "WORDS": words,
                "OFFERS": offers.joined(separator: " "), "TERM": "xterm", "HOME": place.url.path,
            ])
        for offer in offers { #expect(output.out.contains(offer), "\(output.out)\(output.err)") }
    }
}
