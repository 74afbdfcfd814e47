// Asks everything that a page can ask of a document, whatever is left of it: what throws says so, and nothing else
// may happen. `askAll` gives the names of what threw.
function askAll(document, window) {
  const thrown = [];
  const questions = {
    style: () => window.getComputedStyle(document.createElement('p')).color,
    hits: () => [document.elementFromPoint(1, 1), document.elementsFromPoint(1, 1), document.caretPositionFromPoint?.(1, 1)],
    scrolling: () => { window.scrollTo(1, 1); window.scrollBy(1, 1); return [window.scrollY, document.scrollingElement]; },
    title: () => { document.title = 'x'; return document.title; },
    parts: () => [document.body, document.head, document.forms.length, document.images.length],
    direction: () => { document.dir = 'rtl'; document.bgColor = 'red'; return [document.dir, document.fgColor]; },
    selectors: () => [document.querySelector('*'), document.querySelectorAll(':root').length, document.getElementById('x'),
      document.getElementsByTagName('*').length, document.getElementsByClassName('x').length],
    sheets: () => document.styleSheets.length,
    adopted: () => {
      const sheet = new window.CSSStyleSheet();
      sheet.replaceSync('p { color: red }');
      document.adoptedStyleSheets = [sheet];
    },
    selection: () => {
      const selection = window.getSelection();
      selection.selectAllChildren(document);
      selection.getRangeAt(0).getBoundingClientRect();
      return selection.toString();
    },
    range: () => {
      const range = document.createRange();
      range.selectNodeContents(document);
      return [range.getClientRects(), range.cloneContents()];
    },
    media: () => [window.matchMedia('(min-width: 1em) and (orientation: portrait)').matches, window.innerWidth],
    focus: () => [document.activeElement, document.hasFocus()],
    image: () => {
      const image = document.createElement('img');
      image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
      image.decode().catch(() => {});
      return [image.width, image.naturalWidth, image.complete];
    },
    animation: () => [document.getAnimations(), document.createElement('p').animate({opacity: [0, 1]}, 100)],
    fonts: () => {
      document.fonts.load('1em x');
      new window.FontFace('a', 'url(x)').load().catch(() => {});
      return document.fonts.check('1em x');
    },
    canvas: () => {
      const context = document.createElement('canvas').getContext('2d');
      context.font = '2em serif';
      context.fillStyle = 'currentcolor';
      context.filter = 'blur(1em)';
      return context.measureText('a').width;
    },
    observers: () => {
      const element = document.createElement('p');
      new window.IntersectionObserver(() => {}, {rootMargin: '1%'}).observe(element);
      new window.IntersectionObserver(() => {}, {root: document}).observe(element);
      new window.ResizeObserver(() => {}).observe(element);
      new window.MutationObserver(() => {}).observe(document, {childList: true, subtree: true});
    },
    events: () => {
      document.dispatchEvent(new window.Event('x', {bubbles: true}));
      window.dispatchEvent(new window.Event('resize'));
    },
    controls: () => {
      const button = document.createElement('button');
      button.click();
      button.focus();
      const form = document.createElement('form');
      form.append(document.createElement('input'));
      form.reset();
      return form.checkValidity();
    },
    dialogs: () => document.createElement('dialog').show(),
    clones: () => document.isEqualNode(document.cloneNode(true)),
    serialization: () => new window.XMLSerializer().serializeToString(document),
    paths: () => document.evaluate('//*', document, null, 0, null).iterateNext(),
    walks: () => {
      const walker = document.createTreeWalker(document);
      while (walker.nextNode());
      document.normalize();
    },
    editing: () => [document.execCommand('bold'), document.queryCommandState('bold'), document.execCommand('selectAll')],
    imports: () => [document.importNode(document.createElement('p'), true), document.adoptNode(document.createElement('p'))],
    drawing: () => document.createElementNS('http://www.w3.org/2000/svg', 'svg').getBBox(),
    boxes: () => {
      const element = document.createElement('p');
      element.innerHTML = '<b>x';
      element.scrollIntoView();
      return [element.innerText, element.offsetWidth, element.getBoundingClientRect(), element.checkVisibility()];
    },
    viewport: () => [window.visualViewport.width, window.screen.width],
    transition: () => document.startViewTransition?.(() => {}),
    highlights: () => window.CSS.highlights.set('x', new window.Highlight(new window.Range())),
    frames: () => window.requestAnimationFrame(() => {}),
    markup: () => {
      const other = new window.DOMParser().parseFromString('', 'text/xml');
      return [other.documentElement, other.title, other.body];
    },
    emptyDocument: () => {
      const other = document.implementation.createDocument(null, null);
      return [other.title, other.body, other.head, other.querySelector('p'), other.styleSheets.length, other.dir];
    },
  };
  for (const [name, question] of Object.entries(questions)) {
    try { question(); } catch (error) { thrown.push(`${name}: ${error.name}`); }
  }
  return thrown;
}
