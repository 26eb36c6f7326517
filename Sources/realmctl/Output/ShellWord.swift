/// A text quoted for the shell.
struct ShellWord: CustomStringConvertible {
    private let text: String

    init(_ text: String) { self.text = text }

    var description: String {
        let isPlain = text.utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return byte >= 0x80 || character.isLetter || character.isNumber || "_./-+,@:=".contains(character)
        }
        return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
