// Elements that are little more than their attributes. https://html.spec.whatwg.org/multipage/indices.html#element-interfaces
(function (core) {
  "use strict";
  const { native, error, hooks, put, SafeMap } = core;
  const tree = core.tree;
  const { TEXT, FIRST, NEXT, link, kindOf } = tree;
  const {
    HTMLElement, reflect, declare, isNamed, atomSet, get, has, set, remove, policies, crossOrigins, priorities,
    loadings, most,
  } = core.html;
  const atom = core.atom;
  const NONE = 7;

  // MARK: Frames

  declare("HTMLFrameSetElement", (is) => {
    class HTMLFrameSetElement extends HTMLElement {}
    reflect(HTMLFrameSetElement, is, { string: "cols rows" });
    core.eventHandlers(HTMLFrameSetElement, core.windowEventHandlers);
    return HTMLFrameSetElement;
  });

  // What a frame shows: files of frames say it, once there are some.
  const contentDocument = (id) => core.contentDocumentOf?.(id) ?? null;
  const contentWindow = (id) => core.contentWindowOf?.(id) ?? null;

  function addContents(Class, is) {
    core.mixin(Class, {
      get contentDocument() { return contentDocument(is(this)); },
      get contentWindow() { return contentWindow(is(this)); },
    });
  }

  function addSVGDocument(Class, is) {
    core.mixin(Class, { getSVGDocument() { return contentDocument(is(this)); } });
  }

  declare("HTMLFrameElement", (is) => {
    core.load("frames.js");
    class HTMLFrameElement extends HTMLElement {}
    reflect(HTMLFrameElement, is, {
      string: "name scrolling frameBorder", url: "src longDesc", boolean: "noResize", nullAsEmpty: "marginHeight marginWidth",
    });
    addContents(HTMLFrameElement, is);
    return HTMLFrameElement;
  });

  declare("HTMLIFrameElement", (is) => {
    core.load("frames.js");
    class HTMLIFrameElement extends HTMLElement {}
    reflect(HTMLIFrameElement, is, {
      string: "srcdoc name allow width height align scrolling frameBorder", url: "src longDesc", boolean: "allowFullscreen",
      nullAsEmpty: "marginHeight marginWidth",
      enumeration: { referrerPolicy: policies, loading: loadings },
      tokens: {
        sandbox: "allow-downloads allow-forms allow-modals allow-orientation-lock allow-pointer-lock allow-popups "
          + "allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts "
          + "allow-storage-access-by-user-activation allow-top-navigation allow-top-navigation-by-user-activation "
          + "allow-top-navigation-to-custom-protocols",
      },
    });
    addContents(HTMLIFrameElement, is);
    addSVGDocument(HTMLIFrameElement, is);
    return HTMLIFrameElement;
  });

  declare("HTMLEmbedElement", (is) => {
    class HTMLEmbedElement extends HTMLElement {}
    reflect(HTMLEmbedElement, is, { string: "type width height align name", url: "src" });
    addSVGDocument(HTMLEmbedElement, is);
    return HTMLEmbedElement;
  });

  declare("HTMLObjectElement", (is) => {
    class HTMLObjectElement extends HTMLElement {}
    reflect(HTMLObjectElement, is, {
      string: "type name useMap width height align archive code standby codeType", url: "data codeBase", boolean: "declare",
      unsignedLong: "hspace vspace", nullAsEmpty: "border",
    });
    addContents(HTMLObjectElement, is);
    addSVGDocument(HTMLObjectElement, is);
    core.load("forms.js");
    core.forms.addForm(HTMLObjectElement, is);
    core.forms.addValidation(HTMLObjectElement, is);
    return HTMLObjectElement;
  });

  declare("HTMLMarqueeElement", (is) => {
    const loopAtom = atom("loop");
    class HTMLMarqueeElement extends HTMLElement {
      get loop() {
        const value = core.html.parseInteger(get(is(this), loopAtom));
        return value === null || value < 1 || value > most ? -1 : value;
      }
      set loop(value) {
        const id = is(this);
        value = core.long(value);
        if (value !== -1 && value <= 0) throw error("IndexSizeError", "The value is neither positive nor -1.");
        set(id, loopAtom, "" + value);
      }
    }
    reflect(HTMLMarqueeElement, is, {
      string: "bgColor height width", boolean: "trueSpeed", unsignedLong: { hspace: 0, vspace: 0, scrollAmount: 6, scrollDelay: 85 },
      enumeration: {
        behavior: { keywords: "scroll slide alternate", missing: "scroll" },
        direction: { keywords: "left right up down", missing: "left" },
      },
    });
    return HTMLMarqueeElement;
  });

  declare("HTMLMapElement", (is) => {
    const lists = new SafeMap();
    const areaAtom = atom("area");
    class HTMLMapElement extends HTMLElement {
      get areas() {
        const id = is(this);
        let list = lists.get(id);
        if (list === undefined) {
          lists.set(id, list = core.collections.liveElements(() => native.elementsByTagName(id, areaAtom, areaAtom, 0)));
        }
        return list;
      }
    }
    reflect(HTMLMapElement, is, { string: "name" });
    return HTMLMapElement;
  });

  // MARK: Metadata

  /** https://dom.spec.whatwg.org/#concept-child-text-content */
  function childText(id) {
    let text = "";
    for (let child = link(id, FIRST); child >= 0; child = link(child, NEXT)) {
      if (kindOf(child) === TEXT) text += tree.dataOf(child);
    }
    return text;
  }

  function addText(Class, is) {
    core.mixin(Class, {
      get text() { return childText(is(this)); },
      set text(value) { tree.setTextContent(is(this), core.string(value)); },
    });
  }

  declare("HTMLTitleElement", (is) => {
    class HTMLTitleElement extends HTMLElement {}
    addText(HTMLTitleElement, is);
    return HTMLTitleElement;
  });

  declare("HTMLBaseElement", (is) => {
    const hrefAtom = atom("href");
    class HTMLBaseElement extends HTMLElement {
      /** https://html.spec.whatwg.org/multipage/semantics.html#dom-base-href */
      get href() {
        const id = is(this);
        const text = get(id, hrefAtom) ?? "";
        const parts = native.url(text, core.fallbackBaseURL(tree.documentOf(id)));
        return parts === null ? text : parts[0];
      }
      set href(value) { set(is(this), hrefAtom, core.usvString(value)); }
    }
    reflect(HTMLBaseElement, is, { string: "target" });
    return HTMLBaseElement;
  });

  const sheetOf = (id) => core.sheetOf?.(id) ?? null;

  declare("HTMLStyleElement", (is) => {
    class HTMLStyleElement extends HTMLElement {
      get disabled() { return sheetOf(is(this))?.disabled ?? false; }
      set disabled(value) {
        const sheet = sheetOf(is(this));
        if (sheet !== null) sheet.disabled = !!value;
      }
      get sheet() { return sheetOf(is(this)); }
    }
    reflect(HTMLStyleElement, is, { string: "media type", tokens: { blocking: "render" } });
    return HTMLStyleElement;
  });

  declare("HTMLLinkElement", (is) => {
    class HTMLLinkElement extends HTMLElement {
      get sheet() { return sheetOf(is(this)); }
    }
    reflect(HTMLLinkElement, is, {
      string: "rel media integrity hreflang type imageSrcset imageSizes charset rev target", url: "href", boolean: "disabled",
      tokens: {
        "relList=rel": "stylesheet icon preload alternate preconnect dns-prefetch prefetch modulepreload",
        sizes: undefined, blocking: "render",
      },
      enumeration: {
        crossOrigin: crossOrigins, referrerPolicy: policies, fetchPriority: priorities,
        as: {
          keywords: "fetch audio audioworklet document embed font frame iframe image json manifest object paintworklet report script "
            + "serviceworker sharedworker style track video webidentity worker xslt",
        },
      },
    });
    return HTMLLinkElement;
  });

  // MARK: Scripts. https://html.spec.whatwg.org/multipage/scripting.html#the-script-element

  declare("HTMLScriptElement", (is) => {
    const asyncAtom = atom("async"), srcAtom = atom("src"), scriptAtom = atom("script");
    // Whether a script is run as soon as it is there: known once the attribute or the property was set.
    const forced = new SafeMap();

    /** One that a script has made is, until told otherwise; the parser's are not. */
    const isForced = (id) => forced.get(id) ?? !tree.isInDocument(id);

    function setOrdered(id) {
      forced.set(id, false);
      native.orderScript(id);
    }

    function attributeChanged(id, name, namespace, old, value) {
      if (value === null || namespace !== NONE || !isNamed(id, scriptAtom)) return;
      if (name === asyncAtom) setOrdered(id);
      else if (old === null && tree.isInPage(id)) native.prepareScripts(id);
    }
    attributeChanged.wants = (name) => name === asyncAtom || name === srcAtom;
    put(hooks.attributeChanged, attributeChanged);

    class HTMLScriptElement extends HTMLElement {
      get async() {
        const id = is(this);
        return has(id, asyncAtom) || isForced(id);
      }
      set async(value) {
        const id = is(this);
        setOrdered(id);
        if (value) set(id, asyncAtom, "");
        else remove(id, asyncAtom);
      }

      static supports(type) {
        core.requireArguments(arguments.length, 1);
        type = core.string(type);
        return type === "classic" || type === "module" || type === "importmap";
      }
    }
    reflect(HTMLScriptElement, is, {
      string: "type integrity charset event htmlFor=for", url: "src", boolean: "noModule defer",
      enumeration: { crossOrigin: crossOrigins, referrerPolicy: policies, fetchPriority: priorities },
      tokens: { blocking: "render" },
    });
    addText(HTMLScriptElement, is);
    return HTMLScriptElement;
  });

  declare("HTMLTemplateElement", (is) => {
    class HTMLTemplateElement extends HTMLElement {
      get content() { return core.wrap(tree.templateContents(is(this))); }
    }
    reflect(HTMLTemplateElement, is, {
      enumeration: { shadowRootMode: { keywords: "open closed" } },
      boolean: "shadowRootDelegatesFocus shadowRootClonable shadowRootSerializable",
    });
    return HTMLTemplateElement;
  });
})
