// https://html.spec.whatwg.org/multipage/webappapis.html#atob
(function (core) {
  "use strict";
  const { error } = core;
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  const members = {
    btoa(data) {
      core.requireArguments(arguments.length, 1);
      data = core.string(data);
      let out = "";
      for (let index = 0; index < data.length; index += 3) {
        const a = core.StringCharCodeAt(data, index), b = core.StringCharCodeAt(data, index + 1),
          c = core.StringCharCodeAt(data, index + 2);
        if (a > 255 || b > 255 || c > 255) {
          throw error("InvalidCharacterError", "The string contains characters outside of the Latin1 range.");
        }
        out += alphabet[a >> 2] + alphabet[((a & 3) << 4) | (b >> 4)]
          + (index + 1 < data.length ? alphabet[((b & 15) << 2) | (c >> 6)] : "=")
          + (index + 2 < data.length ? alphabet[c & 63] : "=");
      }
      return out;
    },
    atob(data) {
      core.requireArguments(arguments.length, 1);
      data = core.string(data);
      let bits = 0, count = 0, length = 0, padding = 0, out = "";
      for (let index = 0; index < data.length; index += 1) {
        const code = core.StringCharCodeAt(data, index);
        if (code === 9 || code === 10 || code === 12 || code === 13 || code === 32) continue;
        length += 1;
        if (code === 61) {
          padding += 1;
          continue;
        }
        const value = core.StringIndexOf(alphabet, data[index]);
        if (value < 0 || padding > 0) throw error("InvalidCharacterError", "The string to be decoded is not correctly encoded.");
        bits = ((bits << 6) | value) & 0xFFFFFF;
        count += 6;
        if (count >= 8) {
          count -= 8;
          out += core.StringFromCharCode((bits >> count) & 255);
        }
      }
      if ((padding > 0 && (length % 4 !== 0 || padding > 2)) || (length - padding) % 4 === 1) {
        throw error("InvalidCharacterError", "The string to be decoded is not correctly encoded.");
      }
      return out;
    },
  };
  core.btoa = members.btoa;
  core.defineGlobals(members);
})
