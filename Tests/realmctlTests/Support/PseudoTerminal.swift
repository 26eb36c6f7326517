import Foundation
import Testing

/// The program on a terminal of its own, operated by python3, which sends an answer when the question appears.
enum PseudoTerminal {
    /// The input sent as soon as a text appears.
    struct Answer {
        let question: String
        let text: String
    }

    /// False, with a message, where there is no python3.
    static let canRun: Bool = {
        if (try? RealmctlProcess.shell("python3 -c 'import pty'"))?.code == 0 { return true }
        print("skipped: there is no python3, which makes pseudo terminals")
        return false
    }()

    private static let script = #"""
        import fcntl, os, pty, signal, struct, sys, termios
        end = sys.argv.index("--")
        columns, answers, command = int(sys.argv[1]), sys.argv[2:end], sys.argv[end + 1:]
        process, terminal = pty.fork()
        if process == 0:
            for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, signal.SIG_DFL)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            os.execv(command[0], command)
        seen, looked = b"", 0
        while True:
            try: piece = os.read(terminal, 65536)
            except OSError: break
            if not piece: break
            seen += piece
            while answers and (found := seen.find(answers[0].encode(), looked)) >= 0:
                looked = found + len(answers[0].encode())
                os.write(terminal, answers[1].encode())
                answers = answers[2:]
        sys.stdout.buffer.write(seen)
        sys.exit(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) & 0xFF)
        """#

    /// Runs `realmctl ARGUMENTS`; `out` is the whole output, with lines that end in CR and LF.
    static func run(
        _ arguments: [String], columns: Int = 80, answers: [Answer] = [], environment: [String: String] = [:]
    ) throws -> RealmctlProcess.Output {
        let typed = answers.flatMap { [$0.question, $0.text] }
        return try RealmctlProcess.shell(
            #"exec timeout 60 python3 -c "$SCRIPT" "$@""#,
            ["\(columns)"] + typed + ["--", RealmctlProcess.executable.path] + arguments,
            environment: environment.merging(["SCRIPT": script, "TERM": "xterm"]) { given, _ in given })
    }
}
