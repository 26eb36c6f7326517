extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte.
    package var hexadecimal: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
