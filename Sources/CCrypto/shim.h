#pragma once
#include "../CPlatform/libraries.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// OpenSSL's libcrypto, for the keys of scripts. It is opened by the first page that asks for one: few do. Its headers are
// not needed for the few functions that are called. https://docs.openssl.org/3.0/man3/
typedef struct {
  int (*OPENSSL_init_crypto)(uint64_t, const void *);
  void (*ERR_clear_error)(void);
  void *(*EVP_PKEY_CTX_new)(void *, void *);
  void (*EVP_PKEY_CTX_free)(void *);
  void (*EVP_PKEY_free)(void *);
  int (*EVP_PKEY_get_base_id)(const void *);
  int (*EVP_PKEY_get_bits)(const void *);
  int (*EVP_PKEY_public_check)(void *);
  int (*EVP_PKEY_pairwise_check)(void *);
  int (*EVP_PKEY_CTX_set_rsa_padding)(void *, int);
  int (*EVP_PKEY_encrypt_init)(void *);
  int (*EVP_PKEY_encrypt)(void *, unsigned char *, size_t *, const unsigned char *, size_t);
  int (*EVP_PKEY_decrypt_init)(void *);
  int (*EVP_PKEY_decrypt)(void *, unsigned char *, size_t *, const unsigned char *, size_t);
  int (*EVP_PKEY_derive_init)(void *);
  int (*EVP_PKEY_derive_set_peer)(void *, void *);
  int (*EVP_PKEY_derive)(void *, unsigned char *, size_t *);
  void *(*d2i_AutoPrivateKey)(void **, const unsigned char **, long);
  void *(*d2i_PUBKEY)(void **, const unsigned char **, long);
  int (*i2d_PUBKEY)(const void *, unsigned char **);
  void *(*EVP_MD_CTX_new)(void);
  void (*EVP_MD_CTX_free)(void *);
  const void *(*EVP_get_digestbyname)(const char *);
  int (*EVP_DigestSignInit)(void *, void **, const void *, void *, void *);
  int (*EVP_DigestSign)(void *, unsigned char *, size_t *, const unsigned char *, size_t);
  int (*EVP_DigestVerifyInit)(void *, void **, const void *, void *, void *);
  int (*EVP_DigestVerify)(void *, const unsigned char *, size_t, const unsigned char *, size_t);
  void *(*EVP_CIPHER_CTX_new)(void);
  void (*EVP_CIPHER_CTX_free)(void *);
  void (*EVP_CIPHER_CTX_set_flags)(void *, int);
  int (*EVP_CIPHER_CTX_ctrl)(void *, int, int, void *);
  const void *(*EVP_get_cipherbyname)(const char *);
  int (*EVP_CipherInit_ex)(void *, const void *, void *, const unsigned char *, const unsigned char *, int);
  int (*EVP_CipherUpdate)(void *, unsigned char *, int *, const unsigned char *, int);
  int (*EVP_CipherFinal_ex)(void *, unsigned char *, int *);
  int (*PKCS5_PBKDF2_HMAC)(const char *, int, const unsigned char *, int, int, const void *, int, unsigned char *);
  void *(*BN_bin2bn)(const unsigned char *, int, void *);
  int (*BN_check_prime)(const void *, void *, void *);
  void (*BN_free)(void *);
} OffscreenCrypto;

enum {
  OFFSCREEN_CRYPTO_RSA = 6, OFFSCREEN_CRYPTO_EC = 408, OFFSCREEN_CRYPTO_X25519 = 1034, OFFSCREEN_CRYPTO_ED25519 = 1087,
  OFFSCREEN_CRYPTO_NO_PADDING = 3,
  OFFSCREEN_CRYPTO_WRAP_ALLOWED = 1,
  OFFSCREEN_CRYPTO_SET_IV_LENGTH = 9, OFFSCREEN_CRYPTO_GET_TAG = 16, OFFSCREEN_CRYPTO_SET_TAG = 17,
  // Nothing is read of the machine's configuration.
  OFFSCREEN_CRYPTO_NO_CONFIGURATION = 0x80,
};

// 0 where the library is not there or lacks something.
static inline int offscreen_crypto_open(OffscreenCrypto *crypto) {
  void *library = dlopen(OFFSCREEN_CRYPTO_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(name) \
  *(void **)&crypto->name = dlsym(library, #name); \
  if (!crypto->name) return 0;
  OFFSCREEN_SYMBOL(OPENSSL_init_crypto)
  OFFSCREEN_SYMBOL(ERR_clear_error)
  OFFSCREEN_SYMBOL(EVP_PKEY_CTX_new)
  OFFSCREEN_SYMBOL(EVP_PKEY_CTX_free)
  OFFSCREEN_SYMBOL(EVP_PKEY_free)
  OFFSCREEN_SYMBOL(EVP_PKEY_get_base_id)
  OFFSCREEN_SYMBOL(EVP_PKEY_get_bits)
  OFFSCREEN_SYMBOL(EVP_PKEY_public_check)
  OFFSCREEN_SYMBOL(EVP_PKEY_pairwise_check)
  OFFSCREEN_SYMBOL(EVP_PKEY_CTX_set_rsa_padding)
  OFFSCREEN_SYMBOL(EVP_PKEY_encrypt_init)
  OFFSCREEN_SYMBOL(EVP_PKEY_encrypt)
  OFFSCREEN_SYMBOL(EVP_PKEY_decrypt_init)
  OFFSCREEN_SYMBOL(EVP_PKEY_decrypt)
  OFFSCREEN_SYMBOL(EVP_PKEY_derive_init)
  OFFSCREEN_SYMBOL(EVP_PKEY_derive_set_peer)
  OFFSCREEN_SYMBOL(EVP_PKEY_derive)
  OFFSCREEN_SYMBOL(d2i_AutoPrivateKey)
  OFFSCREEN_SYMBOL(d2i_PUBKEY)
  OFFSCREEN_SYMBOL(i2d_PUBKEY)
  OFFSCREEN_SYMBOL(EVP_MD_CTX_new)
  OFFSCREEN_SYMBOL(EVP_MD_CTX_free)
  OFFSCREEN_SYMBOL(EVP_get_digestbyname)
  OFFSCREEN_SYMBOL(EVP_DigestSignInit)
  OFFSCREEN_SYMBOL(EVP_DigestSign)
  OFFSCREEN_SYMBOL(EVP_DigestVerifyInit)
  OFFSCREEN_SYMBOL(EVP_DigestVerify)
  OFFSCREEN_SYMBOL(EVP_CIPHER_CTX_new)
  OFFSCREEN_SYMBOL(EVP_CIPHER_CTX_free)
  OFFSCREEN_SYMBOL(EVP_CIPHER_CTX_set_flags)
  OFFSCREEN_SYMBOL(EVP_CIPHER_CTX_ctrl)
  OFFSCREEN_SYMBOL(EVP_get_cipherbyname)
  OFFSCREEN_SYMBOL(EVP_CipherInit_ex)
  OFFSCREEN_SYMBOL(EVP_CipherUpdate)
  OFFSCREEN_SYMBOL(EVP_CipherFinal_ex)
  OFFSCREEN_SYMBOL(PKCS5_PBKDF2_HMAC)
  OFFSCREEN_SYMBOL(BN_bin2bn)
  OFFSCREEN_SYMBOL(BN_check_prime)
  OFFSCREEN_SYMBOL(BN_free)
#undef OFFSCREEN_SYMBOL
  return crypto->OPENSSL_init_crypto(OFFSCREEN_CRYPTO_NO_CONFIGURATION, NULL);
}
