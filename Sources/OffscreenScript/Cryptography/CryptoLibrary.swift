import CCrypto

/// What the keys of scripts need of OpenSSL's libcrypto. Keys are bytes here: private ones in PKCS #8, public ones as
/// SubjectPublicKeyInfo. Each function gives nil for what is not valid. Nothing random is asked of the library: a page's
/// random numbers are its own, so that its picture is the same each time.
struct CryptoLibrary: @unchecked Sendable {
  private let library: OffscreenCrypto

  /// Nil where the library is not there.
  static let shared: CryptoLibrary? = {
    var library = OffscreenCrypto()
    return offscreen_crypto_open(&library) != 0 ? CryptoLibrary(library: library) : nil
  }()

  static let (file, package) = ("libcrypto.so.3", "libssl3")

  // MARK: Keys

  enum Kind: String {
    case rsa = "RSA"
    case ellipticCurve = "EC"
    case x25519 = "X25519"
    case ed25519 = "Ed25519"

    fileprivate var number: Int {
      switch self {
      case .rsa: OFFSCREEN_CRYPTO_RSA
      case .ellipticCurve: OFFSCREEN_CRYPTO_EC
      case .x25519: OFFSCREEN_CRYPTO_X25519
      case .ed25519: OFFSCREEN_CRYPTO_ED25519
      }
    }
  }

  /// A key of the library's, until the closure returns. What is larger than any key of a page's is not read.
  private func withKey<Result>(
    _ bytes: [UInt8], isPrivate: Bool, _ kind: Kind? = nil, _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? {
    guard bytes.count <= 16_384 else { return nil }
    defer { library.ERR_clear_error() }
    let key = bytes.withUnsafeBufferPointer { buffer -> UnsafeMutableRawPointer? in
      var start = buffer.baseAddress
      let key =
        isPrivate
        ? library.d2i_AutoPrivateKey(nil, &start, buffer.count) : library.d2i_PUBKEY(nil, &start, buffer.count)
      // What comes behind it makes it another text.
      if let key, let start, let end = buffer.baseAddress, start - end != buffer.count {
        library.EVP_PKEY_free(key)
        return nil
      }
      return key
    }
    guard let key else { return nil }
    defer { library.EVP_PKEY_free(key) }
    if let kind, library.EVP_PKEY_get_base_id(key) != kind.number { return nil }
    guard library.EVP_PKEY_get_bits(key) <= 16_384 else { return nil }
    return body(key)
  }

  /// The public key of a private one, where it is valid.
  func publicKey(of key: [UInt8], _ kind: Kind) -> [UInt8]? {
    withKey(key, isPrivate: true, kind) { key in
      isSound(key, kind) ? encoded(key) : nil
    }
  }

  /// A public key as the library writes it, where it is valid.
  func checkedPublicKey(_ key: [UInt8], _ kind: Kind) -> [UInt8]? {
    withKey(key, isPrivate: false, kind) { key in
      isSound(key, kind) ? encoded(key) : nil
    }
  }

  /// Whether a point is on its curve.
  private func isSound(_ key: UnsafeMutableRawPointer, _ kind: Kind) -> Bool {
    guard kind == .ellipticCurve else { return true }
    return withContext(key) { library.EVP_PKEY_public_check($0) == 1 ? true : nil } ?? false
  }

  private func encoded(_ key: UnsafeMutableRawPointer) -> [UInt8]? {
    let count = library.i2d_PUBKEY(key, nil)
    guard count > 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let written = bytes.withUnsafeMutableBufferPointer { buffer in
      var start = buffer.baseAddress
      return library.i2d_PUBKEY(key, &start)
    }
    return written == count ? bytes : nil
  }

  private func withContext<Result>(
    _ key: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer) -> Result?
  ) -> Result? {
    guard let context = library.EVP_PKEY_CTX_new(key, nil) else { return nil }
    defer { library.EVP_PKEY_CTX_free(context) }
    return body(context)
  }

  /// A block raised to the key's exponent, as long as its modulus: what paddings are made and read around.
  func transformRSA(_ block: [UInt8], by key: [UInt8], isPrivate: Bool) -> [UInt8]? {
    withKey(key, isPrivate: isPrivate, .rsa) { key in
      withContext(key) { context in
        let prepare = isPrivate ? library.EVP_PKEY_decrypt_init : library.EVP_PKEY_encrypt_init
        let transform = isPrivate ? library.EVP_PKEY_decrypt : library.EVP_PKEY_encrypt
        guard let prepare, let transform, prepare(context) == 1,
          library.EVP_PKEY_CTX_set_rsa_padding(context, Int32(OFFSCREEN_CRYPTO_NO_PADDING)) == 1
        else { return nil }
        var count = 0
        guard transform(context, nil, &count, block, block.count) == 1, count <= 2_048 else { return nil }
        var result = [UInt8](repeating: 0, count: count)
        guard transform(context, &result, &count, block, block.count) == 1 else { return nil }
        return Array(result.prefix(count))
      }
    }
  }

  /// What both sides know. https://w3c.github.io/webcrypto/#ecdh-operations-derive-bits
  func agreement(of key: [UInt8], with other: [UInt8], _ kind: Kind) -> [UInt8]? {
    withKey(key, isPrivate: true, kind) { key in
      withKey(other, isPrivate: false, kind) { other in
        withContext(key) { context in
          var count = 0
          guard library.EVP_PKEY_derive_init(context) == 1, library.EVP_PKEY_derive_set_peer(context, other) == 1,
            library.EVP_PKEY_derive(context, nil, &count) == 1, count <= 1_024
          else { return nil }
          var result = [UInt8](repeating: 0, count: count)
          guard library.EVP_PKEY_derive(context, &result, &count) == 1 else { return nil }
          return Array(result.prefix(count))
        }
      }
    }
  }

  /// A signature by Ed25519.
  func signature(of message: [UInt8], by key: [UInt8]) -> [UInt8]? {
    withKey(key, isPrivate: true, .ed25519) { key in
      guard let context = library.EVP_MD_CTX_new() else { return nil }
      defer { library.EVP_MD_CTX_free(context) }
      guard library.EVP_DigestSignInit(context, nil, nil, nil, key) == 1 else { return nil }
      var count = 64
      var result = [UInt8](repeating: 0, count: count)
      guard library.EVP_DigestSign(context, &result, &count, message, message.count) == 1 else { return nil }
      return Array(result.prefix(count))
    }
  }

  /// Whether a signature is one of a message: by Ed25519, or by an elliptic curve with a digest, then in DER.
  func isSignature(_ signature: [UInt8], of message: [UInt8], by key: [UInt8], _ kind: Kind, digest: String) -> Bool {
    withKey(key, isPrivate: false, kind) { key in
      guard let context = library.EVP_MD_CTX_new() else { return nil }
      defer { library.EVP_MD_CTX_free(context) }
      let digest = kind == .ellipticCurve ? library.EVP_get_digestbyname(Self.digestName(digest)) : nil
      guard kind != .ellipticCurve || digest != nil,
        library.EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
      else { return nil }
      return library.EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    } ?? false
  }

  /// "SHA-256" is "SHA256" there.
  private static func digestName(_ name: String) -> String { name.filter { $0 != "-" } }

  // MARK: Ciphers

  enum Mode: String {
    case cbc = "CBC"
    case ctr = "CTR"
    case gcm = "GCM"
    case wrap = "WRAP"
  }

  /// Enciphers or deciphers by AES. In the mode GCM, the tag stands behind the enciphered bytes.
  func aes(
    _ mode: Mode, key: [UInt8], vector: [UInt8], _ bytes: [UInt8], encrypts: Bool, further: [UInt8], tagCount: Int
  ) -> [UInt8]? {
    guard [16, 24, 32].contains(key.count), bytes.count < 1 << 30, further.count < 1 << 30 else { return nil }
    guard mode == .gcm ? !vector.isEmpty && vector.count < 1 << 20 : vector.count == (mode == .wrap ? 0 : 16) else {
      return nil
    }
    let name = mode == .wrap ? "id-aes\(key.count * 8)-wrap" : "AES-\(key.count * 8)-\(mode.rawValue)"
    defer { library.ERR_clear_error() }
    guard let cipher = library.EVP_get_cipherbyname(name), let context = library.EVP_CIPHER_CTX_new() else {
      return nil
    }
    defer { library.EVP_CIPHER_CTX_free(context) }
    if mode == .wrap { library.EVP_CIPHER_CTX_set_flags(context, Int32(OFFSCREEN_CRYPTO_WRAP_ALLOWED)) }
    let direction: Int32 = encrypts ? 1 : 0
    guard library.EVP_CipherInit_ex(context, cipher, nil, nil, nil, direction) == 1 else { return nil }
    var (text, tag) = (bytes, [UInt8](repeating: 0, count: 16))
    if mode == .gcm {
      guard 4...16 ~= tagCount,
        library.EVP_CIPHER_CTX_ctrl(context, Int32(OFFSCREEN_CRYPTO_SET_IV_LENGTH), Int32(vector.count), nil) == 1
      else { return nil }
      if !encrypts {
        guard text.count >= tagCount else { return nil }
        tag = Array(text.suffix(tagCount))
        text.removeLast(tagCount)
      }
    }
    let isReady =
      mode == .wrap
      ? library.EVP_CipherInit_ex(context, nil, nil, key, nil, direction)
      : library.EVP_CipherInit_ex(context, nil, nil, key, vector, direction)
    guard isReady == 1 else { return nil }
    var count: Int32 = 0
    if mode == .gcm, !further.isEmpty {
      guard library.EVP_CipherUpdate(context, nil, &count, further, Int32(further.count)) == 1 else { return nil }
    }
    var result = [UInt8](repeating: 0, count: text.count + 32)
    var total = 0
    if !text.isEmpty {
      guard library.EVP_CipherUpdate(context, &result, &count, text, Int32(text.count)) == 1 else { return nil }
      total = Int(count)
    }
    if mode == .gcm, !encrypts {
      guard library.EVP_CIPHER_CTX_ctrl(context, Int32(OFFSCREEN_CRYPTO_SET_TAG), Int32(tagCount), &tag) == 1 else {
        return nil
      }
    }
    let isWhole = result.withUnsafeMutableBufferPointer { buffer in
      library.EVP_CipherFinal_ex(context, buffer.baseAddress.map { $0 + total }, &count)
    }
    guard isWhole == 1 else { return nil }
    result.removeLast(result.count - total - Int(count))
    if mode == .gcm, encrypts {
      guard library.EVP_CIPHER_CTX_ctrl(context, Int32(OFFSCREEN_CRYPTO_GET_TAG), 16, &tag) == 1 else { return nil }
      result += tag.prefix(tagCount)
    }
    return result
  }

  // MARK: Further

  /// Rounds of all blocks that are derived in one call: it cannot be stopped.
  private static let mostRounds = 8_000_000

  /// https://www.rfc-editor.org/rfc/rfc8018#section-5.2
  func derive(_ password: [UInt8], salt: [UInt8], rounds: Int, digest name: String, count: Int) -> [UInt8]? {
    guard 1...Self.mostRounds ~= rounds, 1...4_096 ~= count, password.count < 1 << 24, salt.count < 1 << 24,
      rounds * (1 + count / 20) <= Self.mostRounds, let digest = library.EVP_get_digestbyname(Self.digestName(name))
    else { return nil }
    defer { library.ERR_clear_error() }
    var result = [UInt8](repeating: 0, count: count)
    let isDone = password.withUnsafeBytes { password in
      library.PKCS5_PBKDF2_HMAC(
        password.bindMemory(to: CChar.self).baseAddress, Int32(password.count), salt, Int32(salt.count), Int32(rounds),
        digest, Int32(count), &result)
    }
    return isDone == 1 ? result : nil
  }

  /// Of a number with its highest byte first.
  func isPrime(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= 1_024, let number = library.BN_bin2bn(bytes, Int32(bytes.count), nil) else { return false }
    defer { library.BN_free(number) }
    return library.BN_check_prime(number, nil, nil) == 1
  }
}
