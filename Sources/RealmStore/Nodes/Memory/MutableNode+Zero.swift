extension MutableNode {
    /// Appends a zero to a node of scheme 0, integers or slots, if it fits: the fast path for the default of most
    /// types.
    ///
    /// - Returns: false if there is no room; then nothing has changed.
    @inline(__always)
    func appendZero() -> Bool {
        let count = count
        let code = widthCode
        guard kind.payloadByteCount(count: count &+ 1) <= capacity else { return false }
        switch code {
        case 0: break
        case 1, 2, 3:
            let width = 1 &<< (Int(code) &- 1)
            let bit = count &* width
            let mask = UInt8(truncatingIfNeeded: (1 &<< width) &- 1) &<< UInt8(truncatingIfNeeded: bit & 7)
            let byte = payload.load(fromByteOffset: bit &>> 3, as: UInt8.self)
            payload.storeBytes(of: byte & ~mask, toByteOffset: bit &>> 3, as: UInt8.self)
        case 4: payload.storeBytes(of: 0, toByteOffset: count, as: Int8.self)
        case 5: payload.storeBytes(of: 0, toByteOffset: count &* 2, as: Int16.self)
        case 6: payload.storeBytes(of: 0, toByteOffset: count &* 4, as: Int32.self)
        default: payload.storeBytes(of: 0, toByteOffset: count &* 8, as: Int64.self)
        }
        self.count = count &+ 1
        return true
    }
}
