// Elements that have little more than their attributes, and those of the simplest pages.
// https://html.spec.whatwg.org/multipage/indices.html#element-interfaces
(function (core) {
  "use strict";
  const { HTMLElement, reflect, declare } = core.html;

  /** Interfaces that only reflect attributes: `rows`, and members that are shared. */
  function declareRows(rows) {
    const names = core.ReflectOwnKeys(rows);
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index];
      declare(name, (is) => {
        const Class = { [name]: class extends HTMLElement {} }[name];
        reflect(Class, is, rows[name]);
        return Class;
      });
    }
  }

  declareRows({
    HTMLHtmlElement: { string: "version" },
    HTMLHeadElement: {},
    HTMLMetaElement: { string: "name httpEquiv=http-equiv content media scheme" },
    HTMLHeadingElement: { string: "align" },
    HTMLParagraphElement: { string: "align" },
    HTMLHRElement: { string: "align color size width", boolean: "noShade" },
    HTMLPreElement: { long: "width" },
    HTMLQuoteElement: { url: "cite" },
    HTMLOListElement: { string: "type", boolean: "reversed compact", long: { start: 1 } },
    HTMLUListElement: { string: "type", boolean: "compact" },
    HTMLMenuElement: { boolean: "compact" },
    HTMLDirectoryElement: { boolean: "compact" },
    HTMLDListElement: { boolean: "compact" },
    HTMLLIElement: { string: "type", long: "value" },
    HTMLDivElement: { string: "align" },
    HTMLDataElement: { string: "value" },
    HTMLTimeElement: { string: "dateTime" },
    HTMLSpanElement: {},
    HTMLBRElement: { string: "clear" },
    HTMLModElement: { string: "dateTime", url: "cite" },
    HTMLFontElement: { string: "face size", nullAsEmpty: "color" },
    HTMLParamElement: { string: "name value type valueType" },
  });

  declare("HTMLBodyElement", (is) => {
    class HTMLBodyElement extends HTMLElement {}
    reflect(HTMLBodyElement, is, { nullAsEmpty: "text link vLink aLink bgColor", string: "background" });
    core.eventHandlers(HTMLBodyElement, core.windowEventHandlers);
    return HTMLBodyElement;
  });
})
