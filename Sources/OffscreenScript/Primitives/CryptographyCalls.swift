extension Primitives {
  /// Keys of scripts and what is done with them.
  func addCryptography() {
    add("cryptography") { [scripts, realm] call in
      guard let library = CryptoLibrary.shared else {
        scripts.warn(
          "the page's scripts make no keys: \(CryptoLibrary.file) is not there: apt-get install \(CryptoLibrary.package)"
        )
        return realm.null
      }
      let calls = CryptographyCalls(library: library, realm: realm, object: realm.makeObject())
      calls.addAll()
      return calls.object
    }
  }
}

/// Made when a page first asks for keys. Each call gives null for what is not valid.
private struct CryptographyCalls {
  let library: CryptoLibrary
  let realm: ScriptRealm
  let object: ScriptValue

  func addAll() {
    addBytes("publicKey") { call in
      // kind, private key
      try CryptoLibrary.Kind(rawValue: call.string(0)).flatMap { library.publicKey(of: try call.binary(1) ?? [], $0) }
    }
    addBytes("checkedPublicKey") { call in
      try CryptoLibrary.Kind(rawValue: call.string(0)).flatMap {
        library.checkedPublicKey(try call.binary(1) ?? [], $0)
      }
    }
    addBytes("transformRSA") { call in
      // key, whether it is private, block
      library.transformRSA(try call.binary(2) ?? [], by: try call.binary(0) ?? [], isPrivate: call.boolean(1))
    }
    addBytes("agreement") { call in
      // kind, private key, public key
      try CryptoLibrary.Kind(rawValue: call.string(0)).flatMap {
        library.agreement(of: try call.binary(1) ?? [], with: try call.binary(2) ?? [], $0)
      }
    }
    addBytes("signature") { call in
      library.signature(of: try call.binary(1) ?? [], by: try call.binary(0) ?? [])
    }
    add("isSignature") { call in
      // kind, public key, digest, signature, message
      guard let kind = CryptoLibrary.Kind(rawValue: try call.string(0)) else { return call.realm.make(false) }
      return call.realm.make(
        library.isSignature(
          try call.binary(3) ?? [], of: try call.binary(4) ?? [], by: try call.binary(1) ?? [], kind,
          digest: try call.string(2)))
    }
    addBytes("aes") { call in
      // mode, key, vector, bytes, whether it enciphers, further bytes, bytes of the tag
      guard let mode = CryptoLibrary.Mode(rawValue: try call.string(0)) else { return nil }
      return library.aes(
        mode, key: try call.binary(1) ?? [], vector: try call.binary(2) ?? [], try call.binary(3) ?? [],
        encrypts: call.boolean(4), further: try call.binary(5) ?? [], tagCount: try call.integer(6))
    }
    addBytes("deriveByPassword") { call in
      // digest, password, salt, rounds, bytes
      library.derive(
        try call.binary(1) ?? [], salt: try call.binary(2) ?? [], rounds: try call.integer(3),
        digest: try call.string(0),
        count: try call.integer(4))
    }
    add("isPrime") { call in
      call.realm.make(library.isPrime(try call.binary(0) ?? []))
    }
  }

  private func add(_ name: String, _ body: @escaping (ScriptCall) throws -> ScriptValue) {
    realm.set(name, of: object, to: realm.makeFunction(body))
  }

  private func addBytes(_ name: String, _ body: @escaping (ScriptCall) throws -> [UInt8]?) {
    add(name) { call in try body(call).map { call.realm.makeBinary($0) } ?? call.realm.null }
  }
}
