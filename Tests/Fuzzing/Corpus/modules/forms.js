import a, {b as c, "d e" as f} from "m"; import * as g from 'n' with {type: "json"};
export {c, f as "x y"}; export * as h from "o"; export let [i, {j = a}] = [c()]
c`t${a}`
a()
export default class extends a { #k = a; static { a; } get [c]() { return /[/]a/g / a } async *m(a) { await a } }
for await (const a of g.x) (a, {c}) => ({a, c, f})
import("p").then(import.meta.url, async c => { var a; yield: for (;;) break yield })
