// The load events of style sheets. document-names.js knows when there is one to be fired.
// https://html.spec.whatwg.org/multipage/links.html#link-type-stylesheet
(function (core) {
  "use strict";
  const { native, links, put } = core;
  const nameOf = (id) => links[(id << 3) + 5];
  const linkAtom = core.atom("link"), styleAtom = core.atom("style"), relAtom = core.atom("rel"), hrefAtom = core.atom("href");
  const waiting = core.list();

  function fireLoad(id) {
    if (!core.isHeard(id, "load", false) && !core.isHeard(id, "error", false)) return;
    if (core.tree.isInPage(id)) core.fire(core.wrap(id), native.sheetText(id).length > 0 ? "load" : "error");
  }

  const isOwner = (id) => nameOf(id) === styleAtom
    || (nameOf(id) === linkAtom && native.attribute(id, hrefAtom, 7) !== null
      && core.RegExpExec(/(?:^|\s)stylesheet(?:\s|$)/i, native.attribute(id, relAtom, 7) ?? "") !== null);

  function noteSheet(id) {
    if (core.ArrayIndexOf(waiting, id) >= 0) return;
    put(waiting, id);
    core.queueTask(() => {
      core.ArraySplice(waiting, core.ArrayIndexOf(waiting, id), 1);
      fireLoad(id);
    });
  }

  // https://html.spec.whatwg.org/multipage/links.html#link-type-modulepreload
  const asksForModule = (id) => nameOf(id) === linkAtom && native.attribute(id, hrefAtom, 7) !== null
    && core.RegExpExec(/(?:^|\s)modulepreload(?:\s|$)/i, native.attribute(id, relAtom, 7) ?? "") !== null;

  // https://html.spec.whatwg.org/multipage/links.html#link-type-preload
  const asAtom = core.atom("as");
  const destinations = new core.SafeSet();
  destinations.add("image").add("font").add("style").add("script");
  const destinationOf = (id) => core.toASCIILowercase(native.attribute(id, asAtom, 7) ?? "");
  const asksForMore = (id) => nameOf(id) === linkAtom && native.attribute(id, hrefAtom, 7) !== null
    && core.RegExpExec(/(?:^|\s)preload(?:\s|$)/i, native.attribute(id, relAtom, 7) ?? "") !== null
    && destinations.has(destinationOf(id));

  /** What uses it loads it: whether it is there matters to those who listen. */
  function preload(id) {
    if (!core.isHeard(id, "load", false) && !core.isHeard(id, "error", false)) return;
    const address = native.url(native.attribute(id, hrefAtom, 7), native.baseURL())?.[0];
    if (address === undefined) return;
    core.fire(core.wrap(id), native.preloads(address, destinationOf(id), id) ? "load" : "error");
  }

  // Links that scripts have made, and those of them whose task is still to come.
  const noted = new core.SafeSet(), upcoming = new core.SafeSet();
  function notePreload(id) {
    noted.add(id);
    if (upcoming.has(id)) return;
    upcoming.add(id);
    core.queueTask(() => {
      upcoming.delete(id);
      preload(id);
    });
  }

  function noteLink(id) {
    if (core.tree.namespaceOf(id) !== 0 || !core.tree.isInPage(id)) return;
    if (isOwner(id)) noteSheet(id);
    else if (asksForModule(id)) core.entry.preloadModule(id);
    else if (asksForMore(id)) notePreload(id);
  }
  core.noteLink = noteLink;

  /** Those of the parser's. */
  core.noteParsedLinks = function () {
    const owners = native.queryAll(native.compileSelector("link[href], style"), 0);
    for (let index = 0; index < owners.length; index += 1) {
      if (isOwner(owners[index])) fireLoad(owners[index]);
      else if (asksForModule(owners[index])) core.entry.preloadModule(owners[index]);
      else if (asksForMore(owners[index]) && !noted.has(owners[index])) preload(owners[index]);
    }
  };
})
