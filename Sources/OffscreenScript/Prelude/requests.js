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
  /** https://fetch.spec.whatwg.org/#forbidden-request-header */
  core.isForbiddenHeader = function (name, value = "") {
    if (forbidden.has(name) || core.StringStartsWith(name, "proxy-") || core.StringStartsWith(name, "sec-")) return true;
    if (name !== "x-http-method" && name !== "x-http-method-override" && name !== "x-method-override") return false;
    const methods = core.split(value, ",");
    for (let index = 0; index < methods.length; index += 1) {
      if (isForbiddenMethod(core.toASCIIUppercase(core.normalizeHeaderValue(methods[index])))) return true;
    }
    return false;
  };
  const isForbiddenMethod = (upper) => upper === "CONNECT" || upper === "TRACE" || upper === "TRACK";

  /** A request method as it is sent. https://fetch.spec.whatwg.org/#concept-method-normalize */
  core.method = function (text) {
    if (!core.isToken(text)) throw core.error("SyntaxError", `'${text}' is not a valid HTTP method.`);
    const upper = core.toASCIIUppercase(text);
    if (isForbiddenMethod(upper)) {
      throw core.error("SecurityError", `'${text}' HTTP method is unsupported.`);
    }
    const known = upper === "DELETE" || upper === "GET" || upper === "HEAD" || upper === "OPTIONS" || upper === "POST" || upper === "PUT";
    return known ? upper : text;
  };

  let boundaries = 0;

  /** The bytes of a body, and its type. https://fetch.spec.whatwg.org/#concept-bodyinit-extract */
  core.extractBody = function (body) {
    if (core.isBlob?.(body)) return { bytes: core.blobBytes(body), type: core.blobType(body) || null };
    if (core.isBufferSource(body)) return { bytes: core.copyBytes(core.viewBytes(body)), type: null };
    if (core.formData?.isFormData(body)) {
      boundaries += 1;
      const boundary = `----OffscreenFormBoundary${boundaries}`;
      const pieces = core.list();
      let length = 0;
      const write = (piece) => {
        put(pieces, piece);
        length += core.TypedArrayLength(piece);
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
      return { bytes: core.joinBytes(pieces, length), type: `multipart/form-data; boundary=${boundary}` };
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

  const answer = (status, statusText, url, headers, bytes, type, problem, wasRedirected, isUnfinished = false) => ({
    __proto__: null, status, statusText, url, headers, bytes, type, problem, wasRedirected, isUnfinished,
  });

  /** Blobs by their addresses. */
  core.blobURLs = core.blobURLs ?? new SafeMap();
  /** The blob that an address names now. https://w3c.github.io/FileAPI/#blob-url-resolve */
  core.blobAt = function (url) {
    if (!core.StringStartsWith(url, "blob:")) return undefined;
    const hash = core.StringIndexOf(url, "#");
    return core.blobURLs.get(hash < 0 ? url : core.StringSlice(url, 0, hash));
  };

  /** What needs no network, or null. https://fetch.spec.whatwg.org/#scheme-fetch */
  function local(request) {
    if (!core.StringStartsWith(request.url, "blob:")) return null;
    const blob = request.blob ?? core.blobAt(request.url);
    if (blob === undefined || request.method !== "GET") return answer(0, "", "", null, null, "error", "no such blob", false);
    const bytes = core.blobBytes(blob), length = core.TypedArrayLength(bytes);
    let range = null;
    for (let index = 0; index < request.headers.length; index += 2) {
      if (core.toASCIILowercase(request.headers[index]) === "range") range = request.headers[index + 1];
    }
    if (range === null) {
      const headers = core.list("content-length", `${length}`, "content-type", core.blobType(blob));
      return answer(200, "OK", request.url, headers, bytes, "basic", null, false);
    }
    const found = parseRange(range, length);
    if (found === null) return answer(0, "", "", null, null, "error", "a range that is not there", false);
    const headers = core.list("content-length", `${found.end - found.start}`, "content-type", core.blobType(blob),
      "content-range", `bytes ${found.start}-${found.end - 1}/${length}`);
    return answer(206, "Partial Content", request.url, headers, core.copyBytes(bytes, found.start, found.end), "basic", null, false);
  }

  const oneRange = /^bytes[\t ]*=[\t ]*([0-9]*)[\t ]*-[\t ]*([0-9]*)$/;
  /** https://fetch.spec.whatwg.org/#simple-range-header-value */
  function parseRange(text, length) {
    const found = RegExpExec(oneRange, text);
    if (found === null || (found[1] === "" && found[2] === "")) return null;
    if (found[1] === "") {
      const count = core.MathMin(+found[2], length);
      return count === 0 ? null : { __proto__: null, start: length - count, end: length };
    }
    const start = +found[1], end = found[2] === "" ? length : core.MathMin(+found[2] + 1, length);
    return start >= length || end <= start ? null : { __proto__: null, start, end };
  }

  /** `request`: method, url, headers (a flat list), body, mode, credentials, redirect. Gives a number that stops it. */
  core.send = function (request, finished) {
    last += 1;
    const number = last;
    const start = native.now();
    waiting.set(number, (answer) => {
      if (answer.problem === null) note(request, answer, start);
      finished(answer);
    });
    const own = local(request);
    if (own !== null) core.queueTask(() => finish(number, own));
    else {
      native.fetch(number, request.method, request.url, core.array(request.headers), request.body, request.mode,
        request.credentials, request.redirect);
    }
    return number;
  };
  function note(request, answer, start) {
    const isOpen = answer.type !== "opaque";
    core.noteRequest(request.url, request.initiator ?? "other", start, isOpen && answer.bytes ? core.TypedArrayLength(answer.bytes) : undefined,
      isOpen ? answer.status : undefined);
  }

  core.forget = (number) => waiting.delete(number);

  /** All that are under way fail. https://html.spec.whatwg.org/multipage/document-lifecycle.html#abort-a-document */
  core.stopRequests = function () {
    const numbers = core.list();
    waiting.forEach((finished, number) => put(numbers, number));
    for (let index = 0; index < numbers.length; index += 1) {
      const number = numbers[index];
      core.queueTask(() => finish(number, answer(0, "", "", null, null, "error", "stopped", false)));
    }
  };

  core.sendNow = function (request) {
    const own = local(request);
    if (own !== null) return own;
    const start = native.now();
    const result = native.fetchSync(0, request.method, request.url, core.array(request.headers), request.body, request.mode,
      request.credentials, request.redirect);
    const got = answer(result[0], result[1], result[2], result[3], result[4], result[5], result[6], result[7]);
    if (got.problem === null) note(request, got, start);
    return got;
  };

  function finish(number, result) {
    const finished = waiting.get(number);
    waiting.delete(number);
    finished?.(result);
  }

  core.entry.fetched = function (number, status, statusText, url, headers, bytes, type, problem, wasRedirected,
    isUnfinished) {
    finish(number, answer(status, statusText, url, headers, bytes, type, problem, wasRedirected, isUnfinished));
  };
})
