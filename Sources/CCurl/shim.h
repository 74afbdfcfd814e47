#pragma once
#include "../CPlatform/libraries.h"
#if !__has_include(<curl/curl.h>)
#error "libcurl is missing: apt-get install libcurl4-openssl-dev"
#endif
#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>

// The library is opened when the first page needs the network: with what it depends on, it would
// double the time that the program takes to start.
typedef struct {
  CURLcode (*global_init)(long);
  curl_version_info_data *(*version_info)(CURLversion);
  CURL *(*easy_init)(void);
  void (*easy_cleanup)(CURL *);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  const char *(*easy_strerror)(CURLcode);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *);
  CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned, int, int *);
  CURLMcode (*multi_wakeup)(CURLM *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
  CURLSH *(*share_init)(void);
  CURLSHcode (*share_setopt)(CURLSH *, CURLSHoption, ...);
  CURLSHcode (*share_cleanup)(CURLSH *);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
  time_t (*getdate)(const char *, const time_t *);
} OffscreenCurl;

// 0 where the library is not there or lacks something.
static inline int offscreen_curl_open(OffscreenCurl *curl) {
  void *library = dlopen(OFFSCREEN_CURL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
#define OFFSCREEN_SYMBOL(field, name) \
  *(void **)&curl->field = dlsym(library, name); \
  if (!curl->field) return 0;
  OFFSCREEN_SYMBOL(global_init, "curl_global_init")
  OFFSCREEN_SYMBOL(version_info, "curl_version_info")
  OFFSCREEN_SYMBOL(easy_init, "curl_easy_init")
  OFFSCREEN_SYMBOL(easy_cleanup, "curl_easy_cleanup")
  OFFSCREEN_SYMBOL(easy_setopt, "curl_easy_setopt")
  OFFSCREEN_SYMBOL(easy_getinfo, "curl_easy_getinfo")
  OFFSCREEN_SYMBOL(easy_strerror, "curl_easy_strerror")
  OFFSCREEN_SYMBOL(multi_init, "curl_multi_init")
  OFFSCREEN_SYMBOL(multi_cleanup, "curl_multi_cleanup")
  OFFSCREEN_SYMBOL(multi_setopt, "curl_multi_setopt")
  OFFSCREEN_SYMBOL(multi_add_handle, "curl_multi_add_handle")
  OFFSCREEN_SYMBOL(multi_remove_handle, "curl_multi_remove_handle")
  OFFSCREEN_SYMBOL(multi_perform, "curl_multi_perform")
  OFFSCREEN_SYMBOL(multi_poll, "curl_multi_poll")
  OFFSCREEN_SYMBOL(multi_wakeup, "curl_multi_wakeup")
  OFFSCREEN_SYMBOL(multi_info_read, "curl_multi_info_read")
  OFFSCREEN_SYMBOL(share_init, "curl_share_init")
  OFFSCREEN_SYMBOL(share_setopt, "curl_share_setopt")
  OFFSCREEN_SYMBOL(share_cleanup, "curl_share_cleanup")
  OFFSCREEN_SYMBOL(slist_append, "curl_slist_append")
  OFFSCREEN_SYMBOL(slist_free_all, "curl_slist_free_all")
  OFFSCREEN_SYMBOL(getdate, "curl_getdate")
#undef OFFSCREEN_SYMBOL
  return curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

// Swift does not call variadic functions.

static inline int offscreen_curl_set_number(const OffscreenCurl *curl, CURL *easy, CURLoption option, long value) {
  return curl->easy_setopt(easy, option, value) == CURLE_OK;
}

static inline int offscreen_curl_set_text(const OffscreenCurl *curl, CURL *easy, CURLoption option, const char *value) {
  return curl->easy_setopt(easy, option, value) == CURLE_OK;
}

static inline int offscreen_curl_set_pointer(const OffscreenCurl *curl, CURL *easy, CURLoption option, void *value) {
  return curl->easy_setopt(easy, option, value) == CURLE_OK;
}

// The three callbacks that a transfer has, with what they are given.
static inline void offscreen_curl_set_callbacks(
    const OffscreenCurl *curl, CURL *easy, void *context, curl_write_callback write, curl_write_callback header,
    curl_opensocket_callback open_socket, curl_prereq_callback connected) {
  curl->easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
  curl->easy_setopt(easy, CURLOPT_WRITEDATA, context);
  curl->easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
  curl->easy_setopt(easy, CURLOPT_HEADERDATA, context);
  curl->easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
  curl->easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
  curl->easy_setopt(easy, CURLOPT_PREREQFUNCTION, connected);
  curl->easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

static inline int offscreen_curl_set_multi(const OffscreenCurl *curl, CURLM *multi, CURLMoption option, long value) {
  return curl->multi_setopt(multi, option, value) == CURLM_OK;
}

static inline int offscreen_curl_share_cookies(const OffscreenCurl *curl, CURLSH *share) {
  return curl->share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE) == CURLSHE_OK;
}

static inline long offscreen_curl_number(const OffscreenCurl *curl, CURL *easy, CURLINFO info) {
  long value = 0;
  return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline long long offscreen_curl_size(const OffscreenCurl *curl, CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? (long long)value : 0;
}

static inline const char *offscreen_curl_text(const OffscreenCurl *curl, CURL *easy, CURLINFO info) {
  char *value = 0;
  return curl->easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

// The next transfer that has ended, and how; null where there is none.
static inline CURL *offscreen_curl_next_finished(const OffscreenCurl *curl, CURLM *multi, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl->multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return 0;
}

// The address of a socket that is about to be opened: 4 or 16 bytes in network order; 0 of another family.
static inline int offscreen_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
  const struct sockaddr *any = &address->addr;
  const unsigned char *from;
  int count = address->family == AF_INET ? 4 : address->family == AF_INET6 ? 16 : 0;
  if (!count) return 0;
  from = count == 4 ? (const unsigned char *)&((const struct sockaddr_in *)(const void *)any)->sin_addr
                    : (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)any)->sin6_addr;
  for (int i = 0; i < count; i++) bytes[i] = from[i];
  return count;
}

static inline curl_socket_t offscreen_curl_socket(const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
