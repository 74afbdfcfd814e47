// What requests of scripts have in common: headers, bodies, and the way to the network.
// https://fetch.spec.whatwg.org/#concept-header
(function (core) {
  "use strict";
  const { native, put, SafeMap, TypeError, RegExpExec } = core;
  core.load("bytes.js");

  const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  core.isToken = (text) => RegExpExec(token, text) !== null;
  core.normalizeHeaderValue = (text) => core.RegExpExec(/^[\t\n\r ]*([\s\S]*?)[\t\n\r ]*$/, text)[1];
  core.isHeaderValue = function (text) {
    for (let index = 0; index < text.length; index += 1) {
      const code = core.StringCharCodeAt(text, index);
      if (code === 0 || code === 10 || code === 13 || code > 255) return false;
    }
    return true;
  };
  const forbidden = new core.SafeSet();
  const names = ["accept-charset", "accept-encoding", "access-control-request-headers", "access-control-request-method",
    "connection", "content-length", "cookie", "cookie2", "date", "dnt", "expect", "host", "keep-alive", "origin", "referer",
    "set-cookie", "te", "trailer", "transfer-encoding", "upgrade", "via"];
  for (let index = 0; index < names.length; index += 1) forbidden.add(names[index]);
  core.isForbiddenHeader = (name) => forbidden.has(name) || core.StringStartsWith(name, "proxy-") || core.StringStartsWith(name, "sec-");

  /** A request method as it is sent. https://fetch.spec.whatwg.org/#concept-method-normalize */
  core.method = function (text) {
    if (!core.isToken(text)) throw core.error("SyntaxError", `'${text}' is not a valid HTTP method.`);
    const upper = core.toASCIIUppercase(text);
    if (upper === "CONNECT" || upper === "TRACE" || upper === "TRACK") {
      throw core.error("SecurityError", `'${text}' HTTP method is unsupported.`);
    }
    const known = upper === "DELETE" || upper === "GET" || upper === "HEAD" || upper === "OPTIONS" || upper === "POST" || upper === "PUT";
    return known ? upper : text;
  };

  let boundaries = 0;

  /** The bytes of a body, and its type. https://fetch.spec.whatwg.org/#concept-bodyinit-extract */
  core.extractBody = function (body) {
    if (core.isBlob?.(body)) return { bytes: core.blobBytes(body), type: core.blobType(body) || null };
    if (core.isBufferSource(body)) {
      const view = core.viewBytes(body), bytes = new core.Uint8Array(view.length);
      for (let index = 0; index < view.length; index += 1) bytes[index] = view[index];
      return { bytes, type: null };
    }
    if (core.formData?.isFormData(body)) {
      boundaries += 1;
      const boundary = `----OffscreenFormBoundary${boundaries}`;
      const out = core.list();
      const write = (piece) => {
        for (let index = 0; index < piece.length; index += 1) put(out, piece[index]);
      };
      const quote = (text) => core.ArrayJoin(core.split(core.ArrayJoin(core.split(core.formData.withLineEnds(text), "\r\n"), "%0D%0A"), "\""), "%22");
      const entries = core.formData.entriesOf(body);
      for (let index = 0; index < entries.length; index += 1) {
        const { name, value } = entries[index];
        let head = `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"`;
        if (typeof value === "string") {
          write(core.utf8Encode(`${head}\r\n\r\n${core.formData.withLineEnds(value)}\r\n`));
        } else {
          head += `; filename="${quote(value.name)}"\r\nContent-Type: ${core.blobType(value) || "application/octet-stream"}\r\n\r\n`;
          write(core.utf8Encode(head));
          write(core.blobBytes(value));
          write(core.utf8Encode("\r\n"));
        }
      }
      write(core.utf8Encode(`--${boundary}--\r\n`));
      return { bytes: core.bytes(out), type: `multipart/form-data; boundary=${boundary}` };
    }
    if (core.formURLEncoded?.isParams(body)) {
      return {
        bytes: core.utf8Encode(core.formURLEncoded.serialize(core.formURLEncoded.pairsOf(body))),
        type: "application/x-www-form-urlencoded;charset=UTF-8",
      };
    }
    return { bytes: core.utf8Encode(core.usvString(body)), type: "text/plain;charset=UTF-8" };
  };

  // MARK: The network

  const waiting = new SafeMap();
  let last = 0;

  const answer = (status, statusText, url, headers, bytes, type, problem, wasRedirected) => ({
    __proto__: null, status, statusText, url, headers, bytes, type, problem, wasRedirected,
  });

  /** Blobs by their addresses. */
  core.blobURLs = core.blobURLs ?? new SafeMap();

  function local(method, url) {
    if (!core.StringStartsWith(url, "blob:")) return null;
    const hash = core.StringIndexOf(url, "#");
    const blob = core.blobURLs.get(hash < 0 ? url : core.StringSlice(url, 0, hash));
    if (blob === undefined || method !== "GET") return answer(0, "", "", null, null, "error", "no such blob", false);
    const headers = core.list("content-type", core.blobType(blob), "content-length", `${core.blobBytes(blob).length}`);
    return answer(200, "OK", url, headers, core.blobBytes(blob), "basic", null, false);
  }

  /** `request`: method, url, headers (a flat list), body, mode, credentials, redirect. Gives a number that stops it. */
  core.send = function (request, finished) {
    last += 1;
    const number = last;
    waiting.set(number, finished);
    const own = local(request.method, request.url);
    if (own !== null) core.queueTask(() => finish(number, own));
    else {
      native.fetch(number, request.method, request.url, core.array(request.headers), request.body, request.mode,
        request.credentials, request.redirect);
    }
    return number;
  };
  core.forget = (number) => waiting.delete(number);

  core.sendNow = function (request) {
    const own = local(request.method, request.url);
    if (own !== null) return own;
    const result = native.fetchSync(0, request.method, request.url, core.array(request.headers), request.body, request.mode,
      request.credentials, request.redirect);
    return answer(result[0], result[1], result[2], result[3], result[4], result[5], result[6], result[7]);
  };

  function finish(number, result) {
    const finished = waiting.get(number);
    waiting.delete(number);
    finished?.(result);
  }

  core.entry.fetched = function (number, status, statusText, url, headers, bytes, type, problem, wasRedirected) {
    finish(number, answer(status, statusText, url, headers, bytes, type, problem, wasRedirected));
  };
})
