<!-- a
let = yield / await / import("a") / b; with (a) import(b, {with: {}}); async (a) => await import("c");