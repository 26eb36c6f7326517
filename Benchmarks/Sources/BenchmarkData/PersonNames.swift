/// Names of people, made of a first and a last name; some have letters outside ASCII.
enum PersonNames {
    /// The name that belongs to a random number.
    static func name(drawnFrom number: UInt64) -> String {
        let first = firstNames[Int(number & 0xFFFF_FFFF) % firstNames.count]
        let last = lastNames[Int(number >> 32) % lastNames.count]
        return first + " " + last
    }

    private static let firstNames = words("""
        Ada Albert Alice Amelia Anna Antonia Benedikt Björn Carlos Charlotte Chloé Clara Daniel Diego Dorothea Edith
        Eleanor Emil Emma Ethan Fatima Finn Francesca Gabriel Grace Hannah Henry Ida Ingrid Isabella Jakob Jana Joanna
        John José Julia Karl Katarzyna Lars Leo Lena Louise Luca Magdalena Marianne Marie Mateo Maximilian Mia Mohammed
        Nadia Nina Noah Olga Oscar Paul Pia René Rosa Samuel Sofia Susanna Theodor Uma Victor Vivienne Wim Zoë
        """)

    private static let lastNames = words("""
        Abel Andersson Baker Bauer Becker Bianchi Brown Carter Castellano Clark Dahl Davies Dubois Eriksen Evans
        Ferreira Fischer Fontaine García Green Gruber Hall Hansen Hartmann Hill Hoffmann Hughes Ivanova Jensen
        Johansson Jones Kim Kowalski Kramer Lange Larsson Lee Lewis Lindgren Lopez Mannheim Martin Meyer Moreau Müller
        Nguyen Nielsen Novák Olsen Ortega Papadopoulos Park Petersen Popescu Quinn Ricci Rossi Sato Schneider Silva
        Smith Sørensen Tan Thompson Vogel Wagner Walker Weber Wright Young Zimmermann
        """)

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
